/** What a cell is called in everything that leaves it: in credentials, sessions and links, for a proxy to route by. */
export const cellIdForm = /^[a-z0-9]{1,8}$/
