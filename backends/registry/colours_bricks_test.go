package registry_test

import "slices"

// bricksText is MacMahon's cubes: a box of the given size is filled with different ones of
// the thirty cubes that have six colours on their faces. Faces that touch have the same
// colour, and each side of the box has one colour. The first cube is fixed, which chooses
// one of 720 ways to name the colours. Exercise 147.
func bricksText(size [3]int) string {
	var w writer
	sides := make(map[string][]string)
	for k := range size[0] * size[1] * size[2] {
		at := [3]int{k / size[2] / size[1], k / size[2] % size[1], k % size[2]}
		faces := make([]string, 6) // two for each axis
		for f := range faces {
			axis := f / 2
			place := [3]int{2*at[0] + 1, 2*at[1] + 1, 2*at[2] + 1}
			place[axis] += 2*(f%2) - 1
			faces[f] = in("f", place[:]...)
			if place[axis] == 0 || place[axis] == 2*size[axis] {
				side := in("s", f)
				sides[side] = append(sides[side], faces[f])
			}
		}
		for _, colours := range arrangements("abcdef") {
			if k == 0 && colours != "abcdef" {
				continue
			}
			uses := []string{leastCube(colours)}
			for f, face := range faces {
				uses = append(uses, face+":"+colours[f:f+1])
			}
			w.option([]string{in("c", at[:]...)}, uses...)
		}
	}
	for f := range 6 {
		for _, colour := range "abcdef" {
			var uses []string
			for _, face := range sides[in("s", f)] {
				uses = append(uses, face+":"+string(colour))
			}
			w.option([]string{in("s", f)}, uses...)
		}
	}
	return w.String()
}

// arrangements returns all orders of letters.
func arrangements(letters string) []string {
	if letters == "" {
		return []string{""}
	}
	var all []string
	for k := range letters {
		for _, rest := range arrangements(letters[:k] + letters[k+1:]) {
			all = append(all, letters[k:k+1]+rest)
		}
	}
	return all
}

// leastCube returns the least of the 24 words of a cube's rotations.
func leastCube(faces string) string {
	seen := []string{faces}
	for k := 0; k < len(seen); k++ {
		for _, turn := range []string{"015423", "320145"} { // quarter turns about two axes
			var turned []byte
			for _, from := range turn {
				turned = append(turned, seen[k][from-'0'])
			}
			if !slices.Contains(seen, string(turned)) {
				seen = append(seen, string(turned))
			}
		}
	}
	return slices.Min(seen)
}
