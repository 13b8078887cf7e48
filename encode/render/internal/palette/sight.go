package palette

import "math"

// Two colours look alike if their distance is below Alike, and are told apart at a glance if it is
// at least Clear.
const Alike, Clear = 0.05, 0.08

// visionTypes transform linear RGB to what eyes see: full colour vision, protanopia, deuteranopia
// and tritanopia, by Machado, Oliveira and Fernandes at severity 1.
var visionTypes = [4][3][3]float64{
	{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216},
		{-0.003882, -0.048116, 1.051998}},
	{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413},
		{-0.011820, 0.042940, 0.968881}},
	{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602},
		{0.004733, 0.691367, 0.303900}},
}

// A Look is a colour as each of the eyes sees it, in OKLab.
type Look [len(visionTypes)][3]float64

// LookOf returns the Look of a colour.
func LookOf(c Colour) (l Look) {
	rgb := [3]float64{linear(c.R), linear(c.G), linear(c.B)}
	for n, eye := range visionTypes {
		var seen [3]float64
		for r, row := range eye {
			for k := range row {
				seen[r] += row[k] * rgb[k]
			}
			seen[r] = min(1, max(0, seen[r]))
		}
		l[n] = oklab(seen)
	}
	return l
}

// Distance returns the distance of two colours in OKLab, for those eyes that see the least
// difference. Black and white are 1 apart.
func (l Look) Distance(m Look) float64 {
	least := math.Inf(1)
	for n := range l {
		p, q := l[n], m[n]
		least = min(least, (p[0]-q[0])*(p[0]-q[0])+(p[1]-q[1])*(p[1]-q[1])+
			(p[2]-q[2])*(p[2]-q[2]))
	}
	return math.Sqrt(least)
}

// oklab is Ottosson's perceptual colour space (2020), of linear RGB.
func oklab(v [3]float64) (lab [3]float64) {
	lms := [3]float64{
		0.4122214708*v[0] + 0.5363325363*v[1] + 0.0514459929*v[2],
		0.2119034982*v[0] + 0.6806995451*v[1] + 0.1073969566*v[2],
		0.0883024619*v[0] + 0.2817188376*v[1] + 0.6299787005*v[2],
	}
	for k := range lms {
		lms[k] = math.Cbrt(lms[k])
	}
	for r, row := range [3][3]float64{
		{0.2104542553, 0.7936177850, -0.0040720468},
		{1.9779984951, -2.4285922050, 0.4505937099},
		{0.0259040371, 0.7827717662, -0.8086757660},
	} {
		for k := range row {
			lab[r] += row[k] * lms[k]
		}
	}
	return lab
}
