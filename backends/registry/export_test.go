package registry

// TableMemory is how much of the memory that a search may take is for its tables.
var TableMemory = tableMemory
