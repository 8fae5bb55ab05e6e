# Several source files are compiled as one: most of a compiler's time goes into the headers that they
# share. CMake's own unity builds name files by absolute paths, which a compiler cache cannot serve to
# another clone; these name them as our includes do.
option(ECT_UNITY "Compile several source files as one: quicker. Off: each alone, as its includes say" ON)
set(ECT_UNITY_FILES 12 CACHE STRING "How many files are compiled as one, at most")

# ect_sources(TARGET BASE FOLDER [TOGETHER name] [ALONE file...] [OPTIONS option...] FILES file...): adds
# files of BASE/FOLDER to TARGET, compiled with OPTIONS; BASE is an include directory of TARGET. Names in
# the anonymous namespaces of one folder must differ. Files that cannot share are named ALONE. A folder
# whose files are in several targets gives each a name for its groups (TOGETHER).
function(ect_sources target base folder)
  cmake_parse_arguments(PARSE_ARGV 3 arg "" "TOGETHER" "ALONE;OPTIONS;FILES")
  if(NOT arg_TOGETHER)
    set(arg_TOGETHER ${folder})
  endif()
  list(TRANSFORM arg_ALONE PREPEND "${base}/${folder}/" OUTPUT_VARIABLE sources)
  if(ECT_UNITY)
    # g++ takes a file that is included for a header, whose anonymous types would be many.
    list(APPEND arg_OPTIONS $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
    set(group 0)
    while(arg_FILES)
      set(content "")
      foreach(i RANGE 1 ${ECT_UNITY_FILES})
        list(POP_FRONT arg_FILES file)
        if(file)
          string(APPEND content "#include \"${folder}/${file}\"\n")
        endif()
      endforeach()
      set(together ${CMAKE_CURRENT_BINARY_DIR}/together/${arg_TOGETHER}_${group}.cc)
      file(CONFIGURE OUTPUT ${together} CONTENT "${content}" @ONLY)
      list(APPEND sources ${together})
      math(EXPR group "${group} + 1")
    endwhile()
  else()
    list(TRANSFORM arg_FILES PREPEND "${base}/${folder}/")
    list(APPEND sources ${arg_FILES})
  endif()
  target_sources(${target} PRIVATE ${sources})
  set_property(SOURCE ${sources} APPEND PROPERTY COMPILE_OPTIONS ${arg_OPTIONS})
endfunction()

# Options of what nobody waits for, reports and the command line: it compiles in two thirds of the time.
# (Under the sanitizers, in half of it without any optimisation.)
set(ECT_NOT_HOT $<$<CONFIG:Release>:-O1> $<$<CONFIG:Sanitize>:-O0>)
