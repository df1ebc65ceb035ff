"""Values of the model as plugins see them."""
