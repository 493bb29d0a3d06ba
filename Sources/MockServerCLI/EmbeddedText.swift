/// Texts that the program has in it, because it is one file without others beside it. `.ci/embed-reference` writes them.
enum EmbeddedText {}
