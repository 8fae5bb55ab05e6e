# Installs ect into an empty prefix and builds, runs and inspects what a user would get there.
set(prefix ${ECT_BINARY_DIR}/install_test/prefix)
set(build ${ECT_BINARY_DIR}/install_test/build)
file(REMOVE_RECURSE ${ECT_BINARY_DIR}/install_test)

function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

run(${CMAKE_COMMAND} --install ${ECT_BINARY_DIR} --prefix ${prefix})
run(${CMAKE_COMMAND} -S ${ECT_SOURCE_DIR}/tests/outside_project -B ${build} -G ${GENERATOR}
    -DCMAKE_PREFIX_PATH=${prefix} -DCMAKE_CXX_COMPILER=${COMPILER})
run(${CMAKE_COMMAND} --build ${build})
run(${build}/outside)
run(${prefix}/bin/ect bracket 8 -m 3 --svg ${build}/bracket.svg)
foreach(file share/man/man1/ect.1 share/bash-completion/completions/ect
             share/zsh/site-functions/_ect)
  if(NOT EXISTS ${prefix}/${file})
    message(FATAL_ERROR "not installed: ${file}")
  endif()
endforeach()
