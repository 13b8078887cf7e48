(* A proved recount of an exact cover. [recount hints order m] counts the solutions of a model
   along an order of its items, as proof.layers asks, and [recounted] at the end says that this is
   [solutions m]: for any order, any hints and any bounds. A wrong hint is ignored, a wrong order
   is only slow. Nothing is assumed.

   Who wants to believe a count reads the first part, and lets Coq check the rest. *)

From Coq Require Import List Bool NArith ZArith Permutation Lia.
Import ListNotations.
Open Scope N_scope.

(* ---- What is counted ---- *)

(* An item is a name and bounds; an option is the names that it covers, one perhaps twice. *)
Record item := Item { name : positive; low : N; high : N }.
Record model := Model { items : list item; options : list (list positive) }.

(* How often an option covers a name, and how often all options of a list do. *)
Fixpoint times (i : positive) (o : list positive) : N :=
  match o with [] => 0 | j :: r => (if Pos.eqb i j then 1 else 0) + times i r end.
Fixpoint covers (i : positive) (s : list (list positive)) : N :=
  match s with [] => 0 | o :: r => times i o + covers i r end.

(* A solution is a set of options that keeps the bounds of every item. *)
Definition within (n : N) (it : item) : bool := (low it <=? n) && (n <=? high it).
Definition solves (m : model) s := forallb (fun it => within (covers (name it) s) it) (items m).
Fixpoint subsets {A} (l : list A) : list (list A) :=
  match l with [] => [[]] | a :: r => subsets r ++ map (cons a) (subsets r) end.
Definition solutions (m : model) : N :=
  N.of_nat (length (filter (solves m) (subsets (options m)))).

(* ---- How it is counted ---- *)

(* A state says how often each of a list of items is covered; what it is too short for is not.
   Zeros at its end would make equal states unequal lists, but nothing below relies on that. *)
Definition state := list N.
Definition first (s : state) : N := match s with [] => 0 | n :: _ => n end.
Definition before (n : N) (s : state) : state :=
  match n, s with 0, [] => [] | _, _ => n :: s end.

Fixpoint compare_states (a b : state) : comparison :=
  match a, b with
  | [], [] => Eq
  | [], _ => Lt
  | _, [] => Gt
  | n :: a, k :: b => match N.compare n k with Eq => compare_states a b | c => c end
  end.

(* A table says in how many ways each state is reached. *)
Definition table := list (state * N).

(* Two sorted tables become one; equal states become one, with the sum of their numbers. A deep
   recursion would be slow, so what is done stands in reverse until it is turned around. *)
Fixpoint zip (a : table) : table -> table -> table :=
  match a with
  | [] => fun b done => rev_append b done
  | (s, n) :: a' =>
    fix into (b done : table) :=
      match b with
      | [] => rev_append a done
      | (t, k) :: b' =>
        match compare_states s t with
        | Lt => zip a' b ((s, n) :: done)
        | Eq => zip a' b' ((s, n + k) :: done)
        | Gt => into b' ((t, k) :: done)
        end
      end
  end.
Definition merge (a b : table) : table := rev_append (zip a b []) [].

(* Sorted tables wait to be merged as the digits of a binary number: 1, 2, 4, ... in one. *)
Fixpoint push (t : table) (runs : list table) : list table :=
  match runs with
  | [] => [t]
  | [] :: r => t :: r
  | u :: r => [] :: push (merge u t) r
  end.

(* What an option adds to a state: how often it covers each item, and how often the item may be
   covered. *)
Definition sum := list (N * N).
Fixpoint use (l : list item) (o : list positive) : sum :=
  match l with
  | [] => []
  | it :: l => match times (name it) o, use l o with 0, [] => [] | k, u => (k, high it) :: u end
  end.
Fixpoint fits (u : sum) (s : state) : bool :=
  match u with
  | [] => true
  | (k, h) :: u => ((k =? 0) || (k + first s <=? h)) && fits u (tl s)
  end.
Fixpoint plus (u : sum) (s : state) : state :=
  match u with [] => s | (k, _) :: u => k + first s :: plus u (tl s) end.

(* The states of a table that an option fits, after it. *)
Fixpoint extend (u : sum) (t : table) : table :=
  match t with
  | [] => []
  | (s, n) :: r => if fits u s then (plus u s, n) :: extend u r else extend u r
  end.

(* The tables after all choices of options of a block. Each of them covers what [one] covers: when
   that fits no more, none does. One table a choice: each is sorted, as the first one was. *)
Fixpoint choose (one : sum) (block : list sum) (t : table) (found : list table) : list table :=
  match block, t with
  | [], _ => t :: found
  | _, [] => found
  | u :: r, _ =>
    let (open, done) := partition (fun p => fits one (fst p)) (extend u t) in
    choose one r t (done :: choose one r open found)
  end.

(* An item with the number of its covers by the options that are left. *)
Definition live := (item * N)%type.

(* What becomes of the items of a state that a block touches; the others stay. A state goes if a
   bound can no longer be kept. An item goes when no option is left for it; and it counts as covered
   as seldom as it may be when its bounds can no longer be broken. *)
Definition other (r : list (option live)) : list (option live) :=
  match r with [] => [] | _ => None :: r end.
Fixpoint rules (block : list (list positive)) (l : list live) : list (option live) :=
  match l with
  | [] => []
  | p :: l =>
    if (snd p =? 0) || negb (covers (name (fst p)) block =? 0) then Some p :: rules block l
    else other (rules block l)
  end.
Fixpoint keeps (r : list (option live)) (s : state) : bool :=
  match r with
  | [] => true
  | None :: r => keeps r (tl s)
  | Some (it, rest) :: r =>
    (first s <=? high it) && (low it <=? first s + rest) && keeps r (tl s)
  end.
Fixpoint settle (r : list (option live)) (s : state) : state :=
  match r with
  | [] => s
  | None :: r => before (first s) (settle r (tl s))
  | Some (it, rest) :: r =>
    if rest =? 0 then settle r (tl s)
    else if (low it <=? first s) && (first s + rest <=? high it) then
      before (low it) (settle r (tl s))
    else before (first s) (settle r (tl s))
  end.

(* What is left of a table, in sorted tables beside others; [last] is one of them in reverse. *)
Fixpoint gather (r : list (option live)) (t last : table) (runs : list table) : list table :=
  match t with
  | [] => push (rev_append last []) runs
  | (s, n) :: t =>
    if keeps r s then
      let s := settle r s in
      match last with
      | [] => gather r t [(s, n)] runs
      | (u, k) :: l =>
        match compare_states u s with
        | Lt => gather r t ((s, n) :: last) runs
        | Eq => gather r t ((s, k + n) :: l) runs
        | Gt => gather r t [(s, n)] (push (rev_append last []) runs)
        end
      end
    else gather r t last runs
  end.

(* A block: what is live after it, and the table. All its options cover what [one] covers. *)
Definition reduce (block : list (list positive)) (l : list live) : list live :=
  map (fun p => (fst p, snd p - covers (name (fst p)) block)) l.
Definition lives (l : list live) : list live := filter (fun p => negb (snd p =? 0)) l.
Definition step (one : list positive) (block : list (list positive)) (l : list live) (t : table)
    : table :=
  let u := use (map fst l) one in
  let (open, done) := partition (fun p => fits u (fst p)) t in
  let tables := choose u (map (use (map fst l)) block) open [done] in
  let r := rules block (reduce block l) in
  fold_left (fun t u => merge u t) (fold_left (fun runs t => gather r t [] runs) tables []) [].

(* Block by block along the order; what no item of the order covers is a last block. *)
Fixpoint run (order : list positive) (l : list live) (rest : list (list positive)) (t : table)
    : table :=
  match order with
  | [] => step [] rest l t
  | i :: order =>
    let (block, rest) := partition (fun o => negb (times i o =? 0)) rest in
    run order (lives (reduce block l)) rest (step [i] block l t)
  end.

(* A hint says that the upper or lower bound of an item, here between others, follows from all
   other bounds: weights of the items, of which no option has a positive sum, but every choice that
   breaks this bound alone would. *)
Record hint := Hint { which : nat; upper : bool; weights : list Z }.

Fixpoint weigh (w : list Z) (l : list item) (f : item -> Z -> Z) : Z :=
  match w, l with a :: w, it :: l => (f it a + weigh w l f)%Z | _, _ => 0%Z end.
Definition weight (w : list Z) (l : list item) (s : list (list positive)) : Z :=
  weigh w l (fun it a => a * Z.of_N (covers (name it) s))%Z.
Definition least (w : list Z) (l : list item) (all : list (list positive)) : Z :=
  weigh w l (fun it a =>
    a * Z.of_N (if (a <? 0)%Z then N.min (high it) (covers (name it) all) else low it))%Z.

Definition loosen (m : model) (h : hint) : model :=
  match skipn (which h) (items m) with
  | [] => m
  | it :: after =>
    let ahead := firstn (which h) (items m) in
    let all := covers (name it) (options m) in
    let broken := if upper h then Item (name it) (high it + 1) all
                  else Item (name it) 0 (low it - 1) in
    let loose := if upper h then Item (name it) (low it) all
                 else Item (name it) 0 (high it) in
    if forallb (fun o => weight (weights h) (items m) [o] <=? 0)%Z (options m)
       && (0 <? least (weights h) (ahead ++ broken :: after) (options m))%Z
    then Model (ahead ++ loose :: after) (options m) else m
  end.

(* The whole. Items of the order come last and in its order, so that states are short; those whose
   bounds cannot be broken are left out. *)
Definition arranged (order : list positive) (l : list item) : list item :=
  filter (fun it => negb (existsb (Pos.eqb (name it)) order)) l
  ++ flat_map (fun i => filter (fun it => Pos.eqb (name it) i) l) order.
Definition along (order : list positive) (m : model) : N :=
  let l := map (fun it => (it, covers (name it) (options m))) (arranged order (items m)) in
  let l := filter (fun p => negb ((low (fst p) =? 0) && (snd p <=? high (fst p)))) l in
  let t := run order (lives l) (options m) (step [] [] l [([], 1)]) in
  fold_right (fun p n => snd p + n) 0 t.
Definition recount (hints : list hint) (order : list positive) (m : model) : N :=
  along order (fold_left loosen hints m).

(* ---- Why the number is right ---- *)

Local Arguments N.add : simpl never.
Local Arguments N.mul : simpl never.
Local Arguments N.leb : simpl never.
Local Arguments N.eqb : simpl never.

(* How many elements of a list a test accepts. *)
Definition count {A} (p : A -> bool) (l : list A) : N := N.of_nat (length (filter p l)).

(* One more element counts, or does not. *)
Lemma count_cons {A} (p : A -> bool) a l : count p (a :: l) = (if p a then 1 else 0) + count p l.
Proof. unfold count. simpl. destruct (p a); simpl length; lia. Qed.

(* What two lists have is added. *)
Lemma count_app {A} (p : A -> bool) k l : count p (k ++ l) = count p k + count p l.
Proof. unfold count. rewrite filter_app, app_length. lia. Qed.

(* To count what becomes of elements is to count elements. *)
Lemma count_map {A B} (p : B -> bool) (f : A -> B) l :
  count p (map f l) = count (fun a => p (f a)) l.
Proof. induction l; [easy|]. simpl map. now rewrite !count_cons, IHl. Qed.

(* Tests that agree on a list count the same. *)
Lemma count_ext {A} (p q : A -> bool) l : (forall a, In a l -> p a = q a) -> count p l = count q l.
Proof.
  induction l; [easy|]. intros E. rewrite !count_cons, E by (now left). f_equal.
  apply IHl. intros b I. apply E. now right.
Qed.

(* A test that accepts nothing counts nothing. *)
Lemma count_none {A} (p : A -> bool) l : (forall a, In a l -> p a = false) -> count p l = 0.
Proof. intros E. rewrite (count_ext p (fun _ => false)) by easy. clear E. now induction l. Qed.

(* The subsets of a longer list are those without its first element, and those with it. *)
Lemma count_subsets {A} (p : list A -> bool) a l :
  count p (subsets (a :: l)) = count p (subsets l) + count (fun s => p (a :: s)) (subsets l).
Proof. simpl. now rewrite count_app, count_map. Qed.

(* The order of a list does not matter to a test of subsets for which order does not matter. *)
Lemma count_permutation {A} (k l : list A) (P : Permutation k l) :
  forall p, (forall s t, Permutation s t -> p s = p t) -> count p (subsets k) = count p (subsets l).
Proof.
  induction P; intros p E.
  - easy.
  - rewrite !count_subsets. f_equal; apply IHP; intros; apply E; auto.
  - rewrite !count_subsets.
    rewrite (count_ext (fun s => p (x :: y :: s)) (fun s => p (y :: x :: s)))
      by (intros; apply E, perm_swap).
    lia.
  - rewrite (IHP1 p E). auto.
Qed.

(* Covers add up, whatever the order. *)
Lemma covers_app i s t : covers i (s ++ t) = covers i s + covers i t.
Proof. induction s; simpl; lia. Qed.
Lemma covers_permutation i s t : Permutation s t -> covers i s = covers i t.
Proof. induction 1; simpl; lia. Qed.

(* A subset covers no more than the whole. *)
Lemma covers_subset i l : forall s, In s (subsets l) -> covers i s <= covers i l.
Proof.
  induction l; simpl; intros s I.
  - destruct I as [<-|[]]. easy.
  - apply in_app_iff in I as [I|I].
    + specialize (IHl s I). lia.
    + apply in_map_iff in I as (t & <- & I). specialize (IHl t I). simpl. lia.
Qed.

(* A state and a set of options that is to come keep the bounds of all items. *)
Fixpoint holds (l : list item) (s : state) (more : list (list positive)) : bool :=
  match l with
  | [] => true
  | it :: l => within (first s + covers (name it) more) it && holds l (tl s) more
  end.

(* In how many ways a state goes on. *)
Definition ways (l : list item) (rest : list (list positive)) (s : state) : N :=
  count (holds l s) (subsets rest).

(* Where nothing is covered yet, this is what a solution is. *)
Lemma holds_start l s : holds l [] s = forallb (fun it => within (covers (name it) s) it) l.
Proof. induction l; [easy|]. simpl. now rewrite IHl. Qed.

(* The order of options does not matter. *)
Lemma holds_permutation l s : forall t u, Permutation t u -> holds l s t = holds l s u.
Proof.
  revert s. induction l; [easy|]. intros s t u P. simpl.
  now rewrite (covers_permutation _ _ _ P), (IHl _ _ _ P).
Qed.
Lemma ways_permutation l s k r : Permutation k r -> ways l k s = ways l r s.
Proof. intros P. apply count_permutation; [easy|]. apply holds_permutation. Qed.

(* A state after an option is one to which the option is to come. *)
Lemma holds_plus l o : forall s t, holds l (plus (use l o) s) t = holds l s (o :: t).
Proof.
  induction l as [|it l IH]; [easy|]. intros s t. simpl.
  specialize (IH (tl s) t). simpl in IH.
  destruct (times (name it) o) eqn:K; [destruct (use l o) eqn:U|]; simpl in *; rewrite <- IH;
    f_equal; f_equal; lia.
Qed.

(* Without a first option, or after it. *)
Lemma ways_cons l o r s : ways l (o :: r) s = ways l r s + ways l r (plus (use l o) s).
Proof.
  unfold ways. rewrite count_subsets. f_equal. apply count_ext. intros. now rewrite holds_plus.
Qed.

(* What does not fit breaks a bound, with whatever covers as much. *)
Lemma unfit l o : forall s t,
  fits (use l o) s = false -> (forall i, times i o <= covers i t) -> holds l s t = false.
Proof.
  induction l as [|it l IH]; [easy|]. intros s t F C. simpl in *.
  assert (fits (use l o) (tl s) = false -> holds l (tl s) t = false) as E by auto.
  specialize (C (name it)). unfold within.
  destruct (times (name it) o) eqn:K; [destruct (use l o) eqn:U|]; simpl in F; try easy.
  - rewrite E by easy. apply andb_false_r.
  - destruct (N.leb_spec (N.pos p + first s) (high it)).
    + rewrite E by easy. apply andb_false_r.
    + destruct (N.leb_spec (first s + covers (name it) t) (high it)); [lia|].
      now rewrite andb_false_r.
Qed.
Lemma ways_unfit l o r s : fits (use l o) s = false -> ways l r (plus (use l o) s) = 0.
Proof.
  intros F. apply count_none. intros t _. rewrite holds_plus. apply (unfit l o); [easy|].
  intros i. simpl. lia.
Qed.

(* When what all options of a block cover fits no more, none of them is chosen. *)
Lemma ways_full l one block r s :
  fits (use l one) s = false -> (forall o i, In o block -> times i one <= times i o) ->
  ways l (block ++ r) s = ways l r s.
Proof.
  intros F. induction block as [|o block IH]; intros C; [easy|]. simpl.
  unfold ways at 1. rewrite count_subsets, (count_none (fun t => holds l s (o :: t))).
  - rewrite N.add_0_r. apply IH. intros. apply C. now right.
  - intros t _. apply (unfit l one); [easy|]. intros i. specialize (C o i (or_introl eq_refl)).
    simpl. lia.
Qed.

(* The total of a function of states over a table, and over tables. All that a block does keeps the
   total of the ways to go on. *)
Definition total (f : state -> N) (t : table) : N :=
  fold_right (fun p n => snd p * f (fst p) + n) 0 t.
Definition totals (f : state -> N) (ts : list table) : N :=
  fold_right (fun t n => total f t + n) 0 ts.

(* One more table. *)
Lemma totals_cons f t ts : totals f (t :: ts) = total f t + totals f ts.
Proof. easy. Qed.

(* Tables in a row are added, in reverse, too. *)
Lemma total_reverse f s t : total f (rev_append s t) = total f s + total f t.
Proof. revert t. induction s; intros t; simpl; [easy|]. rewrite IHs. simpl. lia. Qed.

(* Functions that agree have one total. *)
Lemma total_ext f g t : (forall s, f s = g s) -> total f t = total g t.
Proof. intros E. induction t; simpl; [easy|]. now rewrite E, IHt. Qed.

(* States that compare as equal are equal. *)
Lemma compare_equal s : forall t, compare_states s t = Eq -> s = t.
Proof.
  induction s as [|n s IH]; intros [|k t]; simpl; try easy.
  destruct (N.compare_spec n k); try easy. intros E. now rewrite H, (IH t E).
Qed.

(* One step of merging two tables. *)
Lemma zip_step s n a t k b done :
  zip ((s, n) :: a) ((t, k) :: b) done =
  match compare_states s t with
  | Lt => zip a ((t, k) :: b) ((s, n) :: done)
  | Eq => zip a b ((s, n + k) :: done)
  | Gt => zip ((s, n) :: a) b ((t, k) :: done)
  end.
Proof. easy. Qed.

(* Merging keeps totals, whether or not tables are sorted. *)
Lemma total_zip f a : forall b done, total f (zip a b done) = total f a + total f b + total f done.
Proof.
  induction a as [|[s n] a IHa].
  - intros b done. simpl. rewrite total_reverse. lia.
  - induction b as [|[t k] b IHb]; intros done.
    + simpl zip. rewrite total_reverse. simpl. lia.
    + rewrite zip_step. destruct (compare_states s t) eqn:E; [|rewrite IHa|rewrite IHb].
      * apply compare_equal in E as <-. rewrite IHa. simpl. lia.
      * simpl. lia.
      * simpl. lia.
Qed.
Lemma total_merge f a b : total f (merge a b) = total f a + total f b.
Proof. unfold merge. rewrite total_reverse, total_zip. simpl. lia. Qed.

(* So does pushing. *)
Lemma totals_push f runs : forall t, totals f (push t runs) = total f t + totals f runs.
Proof.
  induction runs as [|u runs IH]; intros t; [easy|]. simpl. destruct u; [easy|].
  simpl. rewrite IH, total_merge. simpl. lia.
Qed.

(* A table after an option. *)
Lemma total_extend f u t :
  total f (extend u t) = total (fun s => if fits u s then f (plus u s) else 0) t.
Proof.
  induction t as [|[s n] t IH]; [easy|]. simpl. destruct (fits u s); simpl; rewrite IH; lia.
Qed.

(* A table and a block are the part that is open and that block, and the part that is done. *)
Lemma total_partition l one block r t :
  (forall o i, In o block -> times i one <= times i o) ->
  let (open, done) := partition (fun p => fits (use l one) (fst p)) t in
  total (ways l (block ++ r)) open + total (ways l r) done = total (ways l (block ++ r)) t.
Proof.
  intros C. induction t as [|[s n] t IH]; [easy|]. simpl.
  destruct (partition _ t) as [open done].
  destruct (fits (use l one) s) eqn:F; simpl; [lia|].
  rewrite <- IH, (ways_full l one block r s) by easy. lia.
Qed.

(* All choices of a block together are the ways to go on before it. *)
Lemma totals_choose l one r block : forall t found,
  (forall o i, In o block -> times i one <= times i o) ->
  totals (ways l r) (choose (use l one) (map (use l) block) t found)
  = total (ways l (block ++ r)) t + totals (ways l r) found.
Proof.
  induction block as [|o block IH]; intros t found C; [easy|].
  assert (forall p i, In p block -> times i one <= times i p) as C' by (intros; apply C; now right).
  destruct t as [|p t]; [easy|]. cbn [map choose].
  generalize (p :: t). clear p t. intros t.
  pose proof (total_partition l one block r (extend (use l o) t) C') as P.
  destruct (partition _ (extend (use l o) t)) as [open done].
  rewrite IH, totals_cons, IH by easy. rewrite total_extend in P.
  assert (total (ways l ((o :: block) ++ r)) t = total (ways l (block ++ r)) t
    + total (fun s => if fits (use l o) s then ways l (block ++ r) (plus (use l o) s) else 0) t)
    as ->.
  { clear - t. induction t as [|[s n] t IH]; [easy|]. simpl in *. rewrite IH, ways_cons.
    destruct (fits (use l o) s) eqn:F; [lia|]. rewrite (ways_unfit l o) by easy. lia. }
  lia.
Qed.

(* What a state counts as is what is left of it. *)
Lemma first_before n s : first (before n s) = n.
Proof. destruct n, s; easy. Qed.
Lemma rest_before n s : tl (before n s) = s.
Proof. destruct n, s; easy. Qed.

(* The first item of a state may be passed over. *)
Lemma keeps_other r s : keeps (other r) s = keeps r (tl s).
Proof. destruct r; easy. Qed.
Lemma first_other r s : first (settle (other r) s) = first s.
Proof. destruct r; [easy|]. apply first_before. Qed.
Lemma rest_other r s : tl (settle (other r) s) = settle r (tl s).
Proof. destruct r; [easy|]. apply rest_before. Qed.

(* Settling changes no bound that can be broken: the items that stay live hold as before. *)
Lemma settled block more l : forall s,
  (forall it n, In (it, n) l -> covers (name it) more <= n) ->
  holds (map fst l) s more =
  keeps (rules block l) s && holds (map fst (lives l)) (settle (rules block l) s) more.
Proof.
  induction l as [|[it n] l IH]; intros s C; [easy|].
  assert (forall it n, In (it, n) l -> covers (name it) more <= n) as C'
    by (intros; apply C; now right).
  specialize (C it n (or_introl eq_refl)). specialize (IH (tl s) C').
  cbn [map holds fst rules snd lives filter]. rewrite IH. clear IH.
  fold (lives l). unfold within.
  destruct (N.eqb_spec n 0) as [->|Z]; cbn [orb negb].
  - cbn [keeps settle]. simpl (0 =? 0). rewrite !N.add_0_r. cbn [andb].
    replace (first s + covers (name it) more) with (first s) by lia.
    destruct (low it <=? first s), (first s <=? high it), (keeps _ _); easy.
  - destruct (covers (name it) block =? 0); cbn [negb map holds fst].
    + rewrite keeps_other, first_other, rest_other.
      destruct (keeps _ _); [easy|]. apply andb_false_r.
    + cbn [keeps settle]. apply N.eqb_neq in Z as Z'. rewrite Z'.
      destruct (N.leb_spec (first s) (high it)), (N.leb_spec (low it) (first s + n)); cbn [andb].
      2,3,4: destruct (N.leb_spec (low it) (first s + covers (name it) more)),
        (N.leb_spec (first s + covers (name it) more) (high it)); try easy; lia.
      destruct (N.leb_spec (low it) (first s)), (N.leb_spec (first s + n) (high it));
        cbn [andb]; rewrite first_before, rest_before; unfold within;
        destruct (keeps _ _); cbn [andb]; rewrite ?andb_false_r, ?andb_true_l; try easy.
      rewrite !(proj2 (N.leb_le _ _)) by lia. easy.
Qed.

(* Gathering keeps the total of what is settled. *)
Lemma totals_gather f r t : forall last runs,
  totals f (gather r t last runs)
  = total (fun s => if keeps r s then f (settle r s) else 0) t + total f last + totals f runs.
Proof.
  induction t as [|[s n] t IH]; intros last runs; simpl.
  - rewrite totals_push, total_reverse. simpl. lia.
  - destruct (keeps r s); [|rewrite IH; lia].
    destruct last as [|[u k] last]; [rewrite IH; simpl; lia|].
    destruct (compare_states u (settle r s)) eqn:E; rewrite IH.
    + apply compare_equal in E as ->. simpl. lia.
    + simpl. lia.
    + rewrite totals_push, total_reverse. simpl. lia.
Qed.

(* The same for all tables that are gathered, and then merged. *)
Lemma totals_gather_all f r ts : forall runs,
  totals f (fold_left (fun runs t => gather r t [] runs) ts runs)
  = totals (fun s => if keeps r s then f (settle r s) else 0) ts + totals f runs.
Proof.
  induction ts as [|t ts IH]; intros runs; [easy|]. simpl fold_left.
  rewrite IH, totals_gather, totals_cons. simpl. lia.
Qed.
Lemma total_merge_all f ts : forall t,
  total f (fold_left (fun t u => merge u t) ts t) = totals f ts + total f t.
Proof.
  induction ts as [|u ts IH]; intros t; [easy|]. simpl fold_left.
  rewrite IH, total_merge, totals_cons. lia.
Qed.

(* Functions that agree have the same totals. *)
Lemma totals_ext f g ts : (forall s, f s = g s) -> totals f ts = totals g ts.
Proof.
  intros E. induction ts as [|t ts IH]; [easy|]. now rewrite !totals_cons, IH, (total_ext f g).
Qed.

(* The live items say how often the options that are left cover them. *)
Definition exact (l : list live) (r : list (list positive)) : Prop :=
  forall it n, In (it, n) l -> n = covers (name it) r.

(* They still do so after a block. *)
Lemma exact_reduce block r l : exact l (block ++ r) -> exact (reduce block l) r.
Proof.
  intros E it n I. apply in_map_iff in I as ([it' n'] & P & I). inversion P. subst.
  specialize (E it n' I). rewrite covers_app in E. simpl. lia.
Qed.
Lemma exact_lives r l : exact l r -> exact (lives l) r.
Proof. intros E it n I. apply filter_In in I as [I _]. auto. Qed.

(* Which items are live, a block does not change at once. *)
Lemma items_reduce block l : map fst (reduce block l) = map fst l.
Proof. unfold reduce. rewrite map_map. now apply map_ext. Qed.

(* A block keeps the total of the ways to go on. *)
Lemma total_step one block r l t :
  exact l (block ++ r) -> (forall o i, In o block -> times i one <= times i o) ->
  total (ways (map fst (lives (reduce block l))) r) (step one block l t)
  = total (ways (map fst l) (block ++ r)) t.
Proof.
  intros E C. unfold step. pose proof (total_partition (map fst l) one block r t C) as P.
  destruct (partition _ t) as [open done].
  rewrite total_merge_all, totals_gather_all.
  rewrite (totals_ext _ (ways (map fst l) r)).
  - rewrite totals_choose, totals_cons by easy. simpl. lia.
  - intros s. unfold ways. rewrite <- (items_reduce block l).
    destruct (keeps _ s) eqn:K; [apply count_ext|symmetry; apply count_none]; intros more I;
      rewrite (settled block more (reduce block l)), K; try easy;
      intros it n J; rewrite (exact_reduce block r l E it n J); now apply covers_subset.
Qed.

(* A partition only changes the order. *)
Lemma partition_permutes {A} (p : A -> bool) l : forall a b, partition p l = (a, b) ->
  Permutation l (a ++ b) /\ forall x, In x a -> p x = true.
Proof.
  induction l as [|x l IH]; simpl; intros a b E.
  - inversion E. split; [constructor|easy].
  - destruct (partition p l) as [c d]. destruct (IH c d eq_refl) as [P Q].
    destruct (p x) eqn:X; inversion E; subst.
    + split; [now constructor|]. intros y [<-|I]; auto.
    + split; [now apply Permutation_cons_app|easy].
Qed.

(* All blocks together count the ways to go on from the table at the start. *)
Lemma total_run order : forall l r t, exact l r ->
  total (fun _ => 1) (run order l r t) = total (ways (map fst l) r) t.
Proof.
  induction order as [|i order IH]; intros l r t E; simpl.
  - assert (lives (reduce r l) = []) as L.
    { assert (exact (reduce r l) []) as Z by (apply exact_reduce; now rewrite app_nil_r).
      revert Z. induction (reduce r l) as [|[it n] k IH]; intros Z; [easy|]. simpl.
      rewrite (Z it n (or_introl eq_refl)). simpl. apply IH. intros j o I. apply Z. now right. }
    transitivity (total (ways (map fst (lives (reduce r l))) []) (step [] r l t)).
    + rewrite L. now apply total_ext.
    + rewrite total_step; [now rewrite app_nil_r|now rewrite app_nil_r|]. simpl. lia.
  - destruct (partition _ r) as [block rest] eqn:P.
    apply partition_permutes in P as [P Q].
    assert (exact l (block ++ rest)) as E'
      by (intros it n I; rewrite (E it n I); now apply covers_permutation).
    rewrite IH by (now apply exact_lives, exact_reduce). rewrite total_step; [|easy|].
    + apply total_ext. intros s. now apply ways_permutation, Permutation_sym.
    + intros o j I. specialize (Q o I). simpl. rewrite N.add_0_r.
      destruct (Pos.eqb_spec j i) as [->|]; [|lia].
      destruct (N.eqb_spec (times i o) 0); [easy|lia].
Qed.

(* What is arranged are the same items. *)
Lemma in_arranged order l it : In it (arranged order l) <-> In it l.
Proof.
  unfold arranged. rewrite in_app_iff, filter_In, in_flat_map. split.
  - intros [[I _]|(i & _ & I)]; [easy|]. now apply filter_In in I.
  - intros I. destruct (existsb (Pos.eqb (name it)) order) eqn:X; [right|left; easy].
    apply existsb_exists in X as (i & J & X). exists i. split; [easy|]. now apply filter_In.
Qed.

(* Along any order, all solutions are counted. *)
Lemma along_counts order m : along order m = solutions m.
Proof.
  unfold along. set (all := arranged order (items m)).
  set (l := filter _ (map (fun it => (it, covers (name it) (options m))) all)).
  assert (exact l (options m)) as E.
  { intros it n I. apply filter_In in I as [I _]. apply in_map_iff in I as (j & P & _).
    now inversion P. }
  set (t := run _ _ _ _).
  assert (fold_right (fun p n => snd p + n) 0 t = total (fun _ => 1) t) as ->
    by (induction t; simpl; lia).
  unfold t. rewrite total_run by now apply exact_lives.
  assert (reduce [] l = l) as R.
  { clear. induction l as [|[it n] l IH]; [easy|]. simpl. now rewrite IH, N.sub_0_r. }
  rewrite <- R at 1. rewrite total_step; [|easy|easy]. simpl. rewrite N.add_0_r, N.mul_1_l.
  apply count_ext. intros s I. rewrite holds_start. apply eq_true_iff_eq.
  unfold solves. rewrite !forallb_forall. split; intros H it J.
  - pose proof (covers_subset (name it) _ _ I).
    destruct (in_dec (fun a b => bool_dec a b) true
      [negb ((low it =? 0) && (covers (name it) (options m) <=? high it))]) as [[B|[]]|B].
    + apply H. apply in_map_iff. exists (it, covers (name it) (options m)). split; [easy|].
      apply filter_In. split; [|easy]. apply in_map_iff. exists it. split; [easy|].
      now apply in_arranged.
    + unfold within. destruct (N.eqb_spec (low it) 0) as [Z|Z]; [rewrite Z|];
        destruct (N.leb_spec (covers (name it) (options m)) (high it));
        simpl in B; try (exfalso; tauto).
      apply andb_true_iff. split; apply N.leb_le; lia.
  - apply in_map_iff in J as ([j n] & <- & J). apply filter_In in J as [J _].
    apply in_map_iff in J as (k & P & J). inversion P. subst. apply H. now apply in_arranged in J.
Qed.

(* The weight of options is a sum over them. *)
Lemma weight_cons w l o s : weight w l (o :: s) = (weight w l [o] + weight w l s)%Z.
Proof.
  unfold weight. revert l. induction w as [|a w IH]; intros [|it l]; simpl; try easy.
  rewrite IH. simpl. nia.
Qed.
Lemma weight_nil w l : weight w l [] = 0%Z.
Proof.
  unfold weight. revert l. induction w as [|a w IH]; intros [|it l]; simpl; try easy.
  rewrite IH. lia.
Qed.
Lemma weight_subset w l all :
  (forall o, In o all -> (weight w l [o] <= 0)%Z) ->
  forall s, In s (subsets all) -> (weight w l s <= 0)%Z.
Proof.
  induction all as [|o all IH]; intros W s I.
  - destruct I as [<-|[]]. now rewrite weight_nil.
  - simpl in I. apply in_app_iff in I as [I|I].
    + apply IH; [|easy]. intros. apply W. now right.
    + apply in_map_iff in I as (t & <- & I). rewrite weight_cons.
      specialize (W o (or_introl eq_refl)) as Wo.
      assert (weight w l t <= 0)%Z by (apply IH; [|easy]; intros; apply W; now right). lia.
Qed.

(* What keeps all bounds has at least the least weight. *)
Lemma weight_least w l all s :
  In s (subsets all) -> forallb (fun it => within (covers (name it) s) it) l = true ->
  (least w l all <= weight w l s)%Z.
Proof.
  intros I. unfold least, weight. revert l.
  induction w as [|a w IH]; intros [|it l] H; simpl; try easy.
  simpl in H. apply andb_true_iff in H as [H Hs]. specialize (IH l Hs).
  apply andb_true_iff in H as [Hl Hh]. apply N.leb_le in Hl, Hh.
  pose proof (covers_subset (name it) all s I). destruct (Z.ltb_spec a 0); nia.
Qed.

(* It depends on the names of items alone. *)
Lemma weight_name w ahead it j after s : name it = name j ->
  weight w (ahead ++ it :: after) s = weight w (ahead ++ j :: after) s.
Proof.
  intros E. unfold weight. revert w. induction ahead as [|k ahead IH]; intros [|a w]; simpl;
    try easy; [now rewrite E|now rewrite IH].
Qed.

(* A hint that is taken changes no solution. *)
Lemma loosen_keeps m h : solutions (loosen m h) = solutions m.
Proof.
  unfold loosen. destruct (skipn (which h) (items m)) as [|it after] eqn:K; [easy|].
  set (ahead := firstn (which h) (items m)). set (all := covers (name it) (options m)).
  set (broken := if upper h then _ else Item (name it) 0 (low it - 1)).
  set (loose := if upper h then _ else Item (name it) 0 (high it)).
  destruct (_ && _)%bool eqn:T; [|easy]. apply andb_true_iff in T as [W L].
  assert (items m = ahead ++ it :: after) as M
    by (unfold ahead; rewrite <- K; symmetry; apply firstn_skipn).
  apply count_ext. simpl. intros s I. unfold solves. simpl. rewrite M, !forallb_app. simpl.
  destruct (forallb _ ahead) eqn:A; [|easy]. destruct (forallb _ after) eqn:B;
    [|now rewrite !andb_false_r]. rewrite !andb_true_r, !andb_true_l.
  assert (within (covers (name broken) s) broken = false) as N.
  { destruct (within _ broken) eqn:N; [|easy]. exfalso.
    assert (least (weights h) (ahead ++ broken :: after) (options m)
      <= weight (weights h) (ahead ++ broken :: after) s)%Z as G.
    { apply weight_least; [easy|]. rewrite forallb_app. simpl. now rewrite A, N, B. }
    rewrite (weight_name _ _ broken it), <- M in G by (unfold broken; now destruct (upper h)).
    assert (weight (weights h) (items m) s <= 0)%Z.
    { apply (weight_subset _ _ (options m)); [|easy]. intros o J.
      rewrite forallb_forall in W. specialize (W o J). lia. }
    lia. }
  pose proof (covers_subset (name it) (options m) s I) as C. fold all in C.
  unfold within, broken, loose in *. destruct (upper h); simpl in *.
  - destruct (N.leb_spec (covers (name it) s) all); [|lia].
    destruct (N.leb_spec (high it + 1) (covers (name it) s)); [easy|].
    destruct (N.leb_spec (covers (name it) s) (high it)); [easy|lia].
  - destruct (N.leb_spec 0 (covers (name it) s)); [|lia].
    destruct (N.leb_spec (covers (name it) s) (low it - 1)); [easy|].
    destruct (N.leb_spec (low it) (covers (name it) s)); [easy|lia].
Qed.

(* The recount gives the number of solutions. *)
Theorem recounted hints order m : recount hints order m = solutions m.
Proof.
  unfold recount. rewrite along_counts. revert m.
  induction hints as [|h hints IH]; intros m; [easy|]. simpl. now rewrite IH, loosen_keeps.
Qed.

Print Assumptions recounted.
