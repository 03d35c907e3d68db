# Part of the installation: replaces the targets of links in `pages`. `places` lists pairs: a place relative to the
# repository, and where it is installed, relative to the folder of the pages.
foreach(page IN LISTS pages)
  file(READ ${page} text)
  set(rest ${places})
  while(rest)
    list(POP_FRONT rest from to)
    string(REPLACE "](../${from}" "](${to}" text "${text}")
  endwhile()
  file(WRITE ${page} "${text}")
endforeach()
