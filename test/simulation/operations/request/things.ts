import type { Simulation } from '../../run/simulation.ts'

/** The tables whose rows the parameters of paths name. A parameter that is not here is named by chance. */
const tableOf: Readonly<Record<string, string>> = {
  dataTableId: 'data_tables',
  spinnerId: 'spinners',
  jobId: 'jobs',
  senderId: 'senders',
  destinationId: 'destinations',
  projectId: 'projects',
  arrivalId: 'arrivals',
  importId: 'imports',
  userId: 'users',
  apiKeyId: 'api_keys',
  sessionId: 'sessions',
  viewId: 'views',
  messageId: 'message_log',
  segmentId: 'segments',
  templateId: 'spinner_templates',
  rehearsalId: 'rehearsals',
  poolId: 'sender_pools',
  mappingId: 'mappings',
  entryId: 'bin_entries',
  suppressionId: 'suppressions',
  fileId: 'files',
  domainId: 'email_domains',
}

/** Values of path parameters that no thing has, as a careless or hostile client sends them. */
const nobodys = [
  '00000000-0000-7000-8000-000000000000',
  'not-an-id',
  '%00',
  '..%2f..%2fetc',
  '0',
  '-1',
  '9'.repeat(400),
  '%F0%9F%A7%B5',
]

/** Returns the path of a request, in which each parameter is the id of a stored thing or, for some numbers, of none. */
export async function pathTo(simulation: Simulation, path: string, number: number): Promise<string> {
  let filled = path
  for (const [placeholder = '', name = ''] of path.matchAll(/\{(\w+)\}/g))
    filled = filled.replace(placeholder, await valueOf(simulation, name, number))
  return filled
}

async function valueOf(simulation: Simulation, parameter: string, number: number): Promise<string> {
  const nobody = nobodys[number % nobodys.length] ?? ''
  const table = tableOf[parameter]
  if (table === undefined || number % 4 === 3) return nobody
  const rows = await simulation.rows<{ id: string }>(`select id::text from ${table} order by id limit 16`)
  return rows[number % Math.max(rows.length, 1)]?.id ?? nobody
}
