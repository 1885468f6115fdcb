@main
struct MakegoodServer {
    static func main() {}
}
