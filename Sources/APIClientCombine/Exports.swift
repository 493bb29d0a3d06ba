// Whoever imports this module can subscribe to its publishers, by Combine or by OpenCombine, without saying which.
#if canImport(Combine)
@_exported public import Combine
#else
@_exported public import OpenCombine
@_exported public import OpenCombineDispatch
#endif
