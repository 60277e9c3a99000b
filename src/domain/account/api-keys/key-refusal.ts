/** The number of refused requests that are stored for each API key; older ones are deleted. */
export const maxKeyRefusals = 100

/** A request with an API key that was refused, for people who look for the fault of a program. */
export interface KeyRefusal {
  readonly at: Date
  readonly method: string
  /** The path of the route with names in place of ids, such as `/data-tables/{dataTableId}`. */
  readonly path: string
  readonly httpStatus: number
  /** The code of the error, such as `MISSING_SCOPE`. */
  readonly code: string
  /** The network address of the client; null if it is not known. */
  readonly ipAddress: string | null
}
