"""Names of types in annotations."""

#: An id of a resource without a version.
ResourceIdStr = str
#: The same with a version.
ResourceVersionIdStr = str
