/**
 * Returns an SQL expression for the user or API key whose id is in a column, as an `ActorView`; null if the column is
 * null. An id that is in neither table is the id of a deleted user.
 */
export function actorInColumn(column: string): string {
  return `case when ${column} is not null then coalesce(
    (select jsonb_build_object('kind', 'user', 'id', u.id, 'name', a.email)
       from users u join accounts a on a.id = u.account_id where u.id = ${column}),
    (select jsonb_build_object('kind', 'apiKey', 'id', k.id, 'name', k.name) from api_keys k where k.id = ${column}),
    jsonb_build_object('kind', 'user', 'id', ${column}, 'name', null)) end`
}
