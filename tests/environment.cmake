# What tests see of the environment of whoever runs them: ctest reads this, and
# starts them all without it. Kept is what says where programs and temporary
# files are, what is asked of tests (TOCSIN_*) and of sanitizers.
execute_process(COMMAND env OUTPUT_VARIABLE environment)
string(REGEX MATCHALL "(^|\n)[A-Za-z_][A-Za-z0-9_]*=" names "${environment}")
foreach(name IN LISTS names)
  string(REGEX REPLACE "[\n=]" "" name "${name}")
  if(NOT name MATCHES "^(PATH|HOME|TMPDIR|TOCSIN_.*|[A-Z]+SAN_OPTIONS)$")
    unset(ENV{${name}})
  endif()
endforeach()
set(ENV{LC_ALL} C.UTF-8)
set(ENV{TZ} UTC)
