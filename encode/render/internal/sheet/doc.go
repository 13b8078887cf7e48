// Package sheet lays out puzzles to make: boards to print and pieces to cut out in true size, over
// as many pages as needed, and bodies for 3D printers. It writes PDF for paper, SVG and DXF for
// cutting machines, STL for 3D printers.
//
// All measures are millimetres; y grows downwards.
package sheet
