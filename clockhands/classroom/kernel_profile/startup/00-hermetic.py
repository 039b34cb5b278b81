# Leaves no name behind: what a notebook sees in its namespace is its own.
__import__("clockhands.classroom.inside_kernel").classroom.inside_kernel.begin()
