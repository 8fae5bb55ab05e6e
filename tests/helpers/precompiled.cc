// The precompiled header of all tests is built with this file; tests/CMakeLists.txt says what is in
// it.
