"""Hooks of modules around a compilation."""

#: Functions that run when the compilation ends.
finalizers = []


def finalizer(function):
    """Runs `function` when the compilation ends, whether it succeeded or not."""
    finalizers.append(function)
    return function
