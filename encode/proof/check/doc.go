// Package check checks certificates: evidence that a cover model has exactly the listed solutions.
// A sceptic needs to read only this package. It knows no puzzles, no encodings and no search
// engines. From this module it imports only cover and dlx, and in particular not package proof,
// which writes certificates. Its file formula.go also imports check/sat, for files on which no
// count rests.
//
// # What a certificate proves
//
// A certificate is a folder with a model (model.dlx) and a proof of the number N of its solutions:
// a search tree (proof.tree), or an order along which N is counted (proof.layers), or both; or, for
// N = 0, an argument. If there is a list (solutions.txt), its lines are these N solutions. From
// these files [Model] establishes that the model has exactly N solutions. It trusts no search
// engine, no SAT solver, no encoding and no pruning rule but those below, which it applies itself.
// N = 0 is a proof that there is no solution, N = 1 that it is unique.
//
// It does not prove that the model matches the puzzle. [Folder] derives the model again from the
// puzzle and compares the two, which rests on the compiler from puzzles to models; [Bare] leaves
// the step out and says so in its verdict. Nor does it prove that the puzzle is the one you had in
// mind: its text is in the folder. What that text claims of its solutions is not read here, since a
// reader of puzzle files is larger than this package: exactile certify --check compares it.
//
// # The search tree
//
// A state is a set C of chosen options and a set X of excluded ones. S(C, X) is the set of
// solutions of the model that contain all of C and none of X; at the root both are empty. An option
// is alive in a state if it is neither chosen nor excluded and every item it covers is covered by
// fewer than Max chosen options. Only options of C and options alive can be in a solution of S(C,
// X).
//
// A node of the tree names an item. Its options alive are taken one after another in increasing
// order: for any option o
//
//	S(C, X)  is the disjoint union of  S(C+o, X)  and  S(C, X+o),
//
// so o is taken, and the tree of that state follows; then o is excluded, which may refute the state
// at once, and otherwise the next option follows. When all of them have been excluded, and the
// state is not refuted, the tree goes on with a node for that state, in which the item is not
// covered again. With items {1,1} that last case never occurs, and this is the branching of Knuth's
// algorithm X; with other bounds it is the same rule and needs no other proof.
//
// A state is a leaf, and has no bytes in the tree, when it is refuted or when no
// option is alive in it. It is refuted, and S(C, X) is empty, by either rule:
//
//   - Some item is covered by n chosen options and by f options alive, and
//     n + f < Min.
//   - Under a weight vector w, given at the head of the tree, in which no option
//     has a positive weight (the sum of the weights of its items), the sum over
//     all items i of
//     w(i) * max(0, Min - n)      where w(i) > 0,
//     w(i) * min(Max - n, f)      where w(i) < 0
//     is positive.
//
// The second rule is sound: take a solution s of S(C, X), and let e(i) be how often the options of
// s outside C cover item i. These options are all alive, so e(i) lies between max(0, Min - n) and
// min(Max - n, f), and the sum of w(i) * e(i) is at least the sum above. But it is also the total
// weight of these options, which is not positive. (The rule is a Farkas certificate, checked anew
// in each state. It can express "this packing has a hole too many" and, at the root, "this board
// has more white cells than black".)
//
// When no option is alive and the state is not refuted, every item is covered often enough, so C
// itself is the only member of S(C, X). The unions are disjoint, so the walk visits every solution
// of the model exactly once, and counting such leaves counts the solutions.
//
// The list is checked apart from the tree: every line must be a solution of the model, and greater
// than the line before it. So the lines are distinct solutions; if there are as many as the tree
// counts, they are all solutions. Thus neither the list nor the tree needs to be held in memory.
//
// # Layers
//
// proof.layers has an order of items of which every option covers at least one. Block t has the
// options that cover item t of the order, and no item before it. The checker goes through the
// blocks with a table. A state says how often each item is covered, and the table has, for each
// state, a number of sets of options of the blocks so far. In each block, to each state is added
// each subset of the block's options that covers no item i more than Max(i) times. Then, where
// left(i) is how often options of later blocks can cover item i, which so far is covered n times:
//
//   - If n + left(i) < Min(i), the state is dropped.
//   - If left(i) = 0, n becomes 0; otherwise, if Min(i) <= n and n + left(i) <= Max(i), n becomes
//     Min(i).
//
// Equal states are one, whose number is the sum. At the end all options are decided, so there is
// one state at most, and its number is N.
//
// That is right since at each time the number of a state is that of the sets S of decided options
// with these covers, up to the second rule, that cover no item too often and leave none short for
// ever. The sets of further options that complete S depend only on how often S covers the items
// that can still be violated; the second rule changes only covers of others. So all sets of a state
// have the same completions, and none is lost or counted twice: N does not depend on the order, and
// not on what is merged. An order decides only how many states there are. The numbers are exact, of
// any length.
//
// A line "implied" drops a bound before the count that the other bounds imply. It gives weights;
// with the opposite bound in place of that one (Min = Max+1, or Max = Min-1), no option has a
// positive weight, but the sum over w(i) > 0 of w(i) * Min(i) and over w(i) < 0 of w(i) * Max(i),
// or of w(i) times how many options cover i if that is less, is positive: by the rule of the tree
// no set of options has these bounds. Each line sees the bounds that the lines before it have left.
//
// Orbits are counted by Burnside's lemma: there are as many as solutions that a motion fixes in the
// mean. A solution that a motion fixes is a union of its cycles of options. So the checker makes
// each cycle an option, which covers an item as often as its members do, and counts along an order,
// of which the motion may have its own. The sum must be divisible by the number of motions.
//
// With "by" or "by-use" each option adds a number to the label of a state, and states with
// different labels are not merged: the last table has the number of each group. The label has a
// digit for each item I of the line, the first the lowest. With "by" the digit says which of the
// options that cover I is chosen, counted from 1 in the order of the model, or 0; I is covered at
// most once, and the base is one more than there are options. With "by-use" it says how often I is
// covered, and the base is one more than it can be.
//
// # Arguments
//
// For a model without a solution a file proof.argument may stand in place of the tree. It gives
// each item a weight. The weight of an option is the sum over the items that it covers, so in a
// solution, the weights of the options add up to the sum over all items i of w(i) * e(i), where
// e(i) is how many of its options cover item i. Both sides are compared:
//
//   - Modulo a prime, every option has weight 0, and only items with Min = Max have weights. So the
//     sum over the items is the one with e(i) = Min; if it is not 0, there is no solution.
//   - Over the integers, e(i) lies between Min and the smaller of Max and the number of options
//     that cover i: that gives an interval of sums. The pieces are items of which no option covers
//     two. The options that cover a piece have certain weights, and their number lies between the
//     piece's bounds; if each covers at least s > 0 items with a weight, it is bounded, too, by the
//     number of times that these items can be covered, less those that the least numbers of the
//     options of all pieces take. The checker forms the set of all sums that such numbers of
//     options can have, in which no partial sum exceeds what the items allow. If no member lies in
//     the interval, there is no solution.
//
// Options that cover an item with Max = 0 are in no solution, and are left out.
//
// # Symmetry
//
// With symmetry.txt the checker verifies that each motion is an automorphism of the model (it
// permutes the options and the items, keeps bounds, and maps the items of an option to those of its
// image), so that it maps solutions to solutions. It verifies that the motions are closed under
// composition, so that they are a group. Then it counts the listed solutions that are the least of
// their images, one in each orbit; without a list, by layers.
//
// # Formulas and their proofs
//
// The folder may also hold files for checkers of SAT proofs. The count does not rest on them. For
// those who use them the checker, by package check/sat, verifies: puzzle.cnf is the formula that
// [Sources] make of the model; blocked.cnf is that formula and a clause against each solution; each
// clause of proof.drat follows from the latter and the clauses before it by unit propagation, and
// each of proof.lrat by its hints. The clause against a solution has its options negated and,
// unless every option covers an item {n,n}, also all other options that cover no item {0,0}. A
// proof that takes more than a bounded number of steps is not checked, and the verdict says so.
//
// # One reading
//
// certificate.json must equal, byte for byte, what writing its content again gives, since readers
// differ about repeated keys. A file that has the name of a part and is not listed is refused. So
// everything in a folder is checked, or is named in the verdict as trusted or as not checked.
//
// # The files
//
// Texts hold whole numbers from 1, separated by single spaces, in lines that end
// in LF. Option k is the k-th option line of model.dlx, and variable k of
// puzzle.cnf.
//
//	model.dlx         the model as encode/internal/dlx writes it
//	solutions.txt     perhaps: a line for each solution: its options, increasing; the
//	                  lines are in increasing order as lists of numbers
//	proof.tree        the line "exactile tree 1", then numbers, seven bits a
//	                  byte, low bits first, all but the last byte with the high
//	                  bit set: the number of weight vectors; for each the weight
//	                  w of every item, as 2w, or -2w-1 where w < 0; then the tree
//	                  in pre-order, for each node its item, counted from 0
//	proof.layers      the line "exactile layers 1"; lines "implied I upper" or
//	                  "implied I lower", each with the weights of all items;
//	                  perhaps the line "by" or "by-use" with items; the line
//	                  "order" with items; the line "total" with N, or with
//	                  LABEL:N for each label of which there are solutions,
//	                  increasing. With symmetry.txt a total for each motion, the
//	                  first of the identity; an order stays for the next total
//	                  unless there is another one
//	proof.argument    in place of proof.tree: the line "exactile argument 1"; the
//	                  line "modulus P", where P is a prime, or 0 for integers;
//	                  the line "pieces" with the items of the pieces,
//	                  increasing; then for each item with a weight, in
//	                  increasing order, its number and the weight
//	symmetry.txt      two lines for each motion: the images of the options, and
//	                  those of the items
//	certificate.json  what is claimed, perhaps the steps of the recount, and the
//	                  digests of the files
//	puzzle.yaml       the puzzle, where the certificate was made of one
//
// Files larger than 64 KiB are compressed with zstd and get the suffix .zst.
//
// # Memory
//
// Checking holds the model and one path of the tree, or two layers of states. A recount beyond its
// [Limits] is an [Excess]: then nothing is proved. The steps that certificate.json may state are
// shown then, and not believed. Layers in a file, compared by hashes, would need no memory, but
// time is up first: dominoes on 24x24 have 2.7 million states in a layer, which take 423 MB, and
// 242 million in all, which take a minute.
//
// In this package m is a model, s a solution, o an option and i an item; a motion
// g maps option o to g[o].
//
// Source: D. E. Knuth, The Art of Computer Programming, volume 4B, section 7.2.2.1 (algorithms X
// and M). Checkers of unsatisfiability proofs replay a list of clauses; replaying a search tree
// carries that idea over from clauses to options.
package check
