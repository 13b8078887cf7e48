(* Dominoes on a board that is defined here, so that no model is trusted that a program has written.
   "coqc Recount.v && coqc Dominoes.v" checks it. *)
From Coq Require Import List NArith.
Require Import Recount.
Import ListNotations.

Definition dominoes (w h : nat) : model :=
  let cells := list_prod (seq 0 w) (seq 0 h) in
  let cell x y := Pos.of_succ_nat (x * h + y) in
  Model (map (fun '(x, y) => Item (cell x y) 1 1) cells)
    (flat_map (fun '(x, y) =>
      (if Nat.ltb (S x) w then [[cell x y; cell (S x) y]] else []) ++
      (if Nat.ltb (S y) h then [[cell x y; cell x (S y)]] else [])) cells).

Theorem exactly : solutions (dominoes 12 12) = 53060477521960000%N.
Proof. rewrite <- (recounted [] (map name (items (dominoes 12 12)))). now vm_compute. Qed.
