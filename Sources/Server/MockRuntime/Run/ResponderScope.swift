/// Where closures make responses.
package enum ResponderScope {
    /// Whether this is called by a closure that makes a response. It must not wait for that response.
    @TaskLocal package static var isActive = false
}
