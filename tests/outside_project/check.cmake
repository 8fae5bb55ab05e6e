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
    -DCMAKE_EXE_LINKER_FLAGS=-Wl,--no-as-needed)
run(${CMAKE_COMMAND} --build ${build})
run(${build}/outside)
# It plays a tournament: what other parts of the library are made with is not linked into it.
find_program(READELF readelf REQUIRED)
execute_process(COMMAND ${READELF} -d ${build}/outside OUTPUT_VARIABLE dynamic
                COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "NEEDED[^\n]*\\[[^]]*\\]" needed "${dynamic}")
if(NOT needed MATCHES "libc\\.so")
  message(FATAL_ERROR "readelf names no libraries: ${dynamic}")
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
