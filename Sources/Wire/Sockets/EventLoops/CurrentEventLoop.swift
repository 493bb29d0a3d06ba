#if os(Linux) && !DISPATCH_SOURCE_PER_DESCRIPTOR
import Libc

/// The event loop that the calling thread runs.
enum CurrentEventLoop {
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key, nil)
        return key
    }()

    static var value: EventLoop? {
        get { pthread_getspecific(key).map { Unmanaged<EventLoop>.fromOpaque($0).takeUnretainedValue() } }
        set { pthread_setspecific(key, newValue.map { Unmanaged.passUnretained($0).toOpaque() }) }
    }
}
#endif
