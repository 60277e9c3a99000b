/** Where the cells of a column stand, by the grid's own measures. */
export function cellPlace(column: number): { left: string } {
  return { left: `calc(var(--time-width) + ${column} * var(--column-width))` }
}
