// The shared library is the static one as a whole (src/CMakeLists.txt). CMake wants a source file
// of its own to know the language it links.
