import Hummingbird
import HummingbirdTLS
import ServiceLifecycle
import Metrics
import Configuration
enum Placeholder {}
