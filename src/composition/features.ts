import { account } from './account.ts'
import { arrival } from './arrival.ts'
import type { Feature } from './feature.ts'
import { job } from './job.ts'
import { person } from './person.ts'
import { plan } from './plan.ts'
import { sender } from './sender.ts'
import { spinner } from './spinner.ts'
import { table } from './table.ts'

/** What the product is made of: its table of contents. The API documentation has the same order. */
export const features: readonly Feature[] = [account, plan, table, arrival, spinner, person, job, sender]
