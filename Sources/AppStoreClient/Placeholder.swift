import AsyncHTTPClient
import JWTKit
import NIOSSL
enum Placeholder {}
