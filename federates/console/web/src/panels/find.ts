// Finding an element by what a person types of its number.

/** The element with this id in any case of letters, else the one whose number ends like this. */
export function findElement(ids: Iterable<string>, typed: string): string | undefined {
  const wanted = typed.trim().toUpperCase();
  if (!wanted) return undefined;
  const all = [...ids];
  return all.find((id) => id.toUpperCase() === wanted) ?? all.find((id) => id.toUpperCase().endsWith(wanted));
}
