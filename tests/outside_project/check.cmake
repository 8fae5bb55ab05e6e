# Installs ect into an empty prefix and builds, runs and inspects what a user would get there.
set(prefix ${ECT_BINARY_DIR}/install_test/prefix)
set(build ${ECT_BINARY_DIR}/install_test/build)
file(REMOVE_RECURSE ${ECT_BINARY_DIR}/install_test)

function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

run(${CMAKE_COMMAND} --install ${ECT_BINARY_DIR} --prefix ${prefix})
# Some compilers leave out what is not used, by themselves: Debian's g++ does, clang++ does not.
run(${CMAKE_COMMAND} -S ${ECT_SOURCE_DIR}/tests/outside_project -B ${build} -G ${GENERATOR}
    -DCMAKE_PREFIX_PATH=${prefix} -DCMAKE_CXX_COMPILER=${COMPILER}
    -DEXAMPLES=${ECT_SOURCE_DIR}/examples
    -DCMAKE_EXE_LINKER_FLAGS=-Wl,--no-as-needed)
run(${CMAKE_COMMAND} --build ${build})
run(${build}/plays)
foreach(program learns learns_shared)
  run(${build}/${program} ${ECT_SOURCE_DIR}/tests/files/golden.csv)
endforeach()
run(${build}/from_c)
# It plays a tournament: what other parts of the library are made with is not linked into it.
find_program(READELF readelf REQUIRED)
execute_process(COMMAND ${READELF} -d ${build}/plays OUTPUT_VARIABLE dynamic
                COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "NEEDED[^\n]*\\[[^]]*\\]" needed "${dynamic}")
if(NOT needed MATCHES "libc\\.so")
  message(FATAL_ERROR "readelf names no libraries: ${dynamic}")
endif()
# The shared library has a soname by which a program finds one that fits.
execute_process(COMMAND ${READELF} -d ${build}/learns_shared OUTPUT_VARIABLE shared
                COMMAND_ERROR_IS_FATAL ANY)
if(NOT shared MATCHES "NEEDED[^\n]*\\[libect\\.so\\.0\\.1\\]")
  message(FATAL_ERROR "no libect.so.0.1 among what is needed:\n${shared}")
endif()
foreach(library crypto xgboost gomp dmlc z zstd hwy)
  if(needed MATCHES "\\[lib${library}\\.so")
    message(FATAL_ERROR "a program that plays a tournament needs lib${library}:\n${needed}")
  endif()
endforeach()
run(${prefix}/bin/ect bracket 8 -m 3 --svg ${build}/bracket.svg)
foreach(file share/man/man1/ect.1 share/bash-completion/completions/ect
             share/zsh/site-functions/_ect)
  if(NOT EXISTS ${prefix}/${file})
    message(FATAL_ERROR "not installed: ${file}")
  endif()
endforeach()
