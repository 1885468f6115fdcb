import Hummingbird
import JWTKit
enum Placeholder {}
