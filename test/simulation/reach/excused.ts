/** Use cases, SQL functions and reasons that the simulator does not reach, each with the cause. */
export const excused: Readonly<Record<string, string>> = {}
