"""What `Tests/Benchmarks/run` is made of."""
