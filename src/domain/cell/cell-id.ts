/**
 * The form of a cell id. Credentials, sessions and links contain the id, so that a proxy can route requests
 * by it.
 */
export const cellIdForm = /^[a-z0-9]{1,8}$/
