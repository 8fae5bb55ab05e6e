# Builds for 64-bit Arm on another machine, by Debian's cross compiler, and runs what was built under
# qemu's user emulation. The libraries are those that `scripts/test_neon --install` unpacks into
# ECT_SYSROOT; the C and C++ libraries come with the compiler.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)

set(ECT_SYSROOT ${CMAKE_CURRENT_LIST_DIR}/../build/neon/sysroot CACHE PATH
    "Where the libraries for aarch64 are")
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES ECT_SYSROOT)
get_filename_component(sysroot ${ECT_SYSROOT} ABSOLUTE)
set(CMAKE_FIND_ROOT_PATH ${sysroot} /usr/aarch64-linux-gnu)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
# Headers that differ between machines; and libraries that libraries need.
set(CMAKE_CXX_FLAGS_INIT "-isystem ${sysroot}/usr/include/aarch64-linux-gnu")
set(CMAKE_EXE_LINKER_FLAGS_INIT "-Wl,-rpath-link,${sysroot}/usr/lib/aarch64-linux-gnu")

find_program(ECT_QEMU NAMES qemu-aarch64 qemu-aarch64-static REQUIRED)
set(CMAKE_CROSSCOMPILING_EMULATOR ${ECT_QEMU} -L /usr/aarch64-linux-gnu)
