/** Returns an SQL expression for the address of the user whose id is in a column. */
export function addressOfUser(column: string): string {
  return `(select a.email from users u join accounts a on a.id = u.account_id where u.id = ${column})`
}
