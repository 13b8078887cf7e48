// Package layers counts solutions by layers of states. Equal states have the same completions,
// so one state with a number of ways stands for all of them.
//
// A System says where to start and how a state goes on: a [table.Expander] scans the cells of a
// board, a [frontier.Program] follows an order of the items that was recovered from a model
// without positions. The children of a state are in later layers, so a layer is complete when
// it is due.
//
// One driver takes all systems from layer to layer. Workers write the children that they find
// into chunks, by the layer and by the hash of the state. The chunks of one hash range are a
// partition. When a layer is due its workers take partition after partition, merge equal states
// in a countTable that fits the cache, and expand what is left. The chunks of later layers may
// go to files: the store, which accounts for the memory, chooses which.
//
// Four results are read from these layers:
//   - Count adds up the numbers of the final states.
//   - CountGroups does so for each label that the states carry.
//   - A Trial is a count in several calls, each with a budget of nodes; it never spills.
//   - A Diagram keeps the distinct states of every layer, and counts the solutions below each
//     on the way back: which solution is the k-th, which number a solution has, how many contain
//     each option. A List answers the same from a sorted listing, in the same order.
//
// Three things make counts of boards faster. The mirror merges states that are images of each
// other. Look-ahead leaves out children without children of their own. And where pieces have
// copies, the states with the same cells filled are kept as one profile, which is expanded at
// once: a layer then holds origins, each a profile and a placement, instead of states.
package layers
