import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Koa, { type Context } from 'koa'
import { koaBody } from 'koa-body'
import pg from 'pg'

/**
 * The floor that benches compare the service with: Koa, koa-body and pg with a hard-coded key, no meter and
 * no schema. /records is one INSERT for each request; /trigger is one row and one add_job in a transaction.
 */
const url = process.env['DATABASE_URL'] ?? ''
const key = process.env['FLOOR_KEY'] ?? ''
const pool = new pg.Pool({ connectionString: url, max: 10 })

await pool.query(`
  create table if not exists floor_records (id bigint generated always as identity primary key, data jsonb not null);
  create table if not exists floor_jobs (id bigint generated always as identity primary key, spinner text not null);
`)

const body = koaBody({ jsonLimit: '5mb' })
const app = new Koa()
app.use(async (ctx) => {
  if (ctx.get('authorization') !== `Bearer ${key}`) {
    ctx.status = 401
    return
  }
  if (ctx.path === '/records') await body(ctx, () => insert(ctx))
  else await trigger(ctx)
})

async function insert(ctx: Context): Promise<void> {
  const { records } = (ctx.request as unknown as { body: { records: unknown[] } }).body
  await pool.query({
    name: 'floor_insert',
    text: 'insert into floor_records (data) select value from jsonb_array_elements($1::jsonb)',
    values: [JSON.stringify(records)],
  })
  ctx.status = 201
  ctx.body = { ok: true, inserted: records.length }
}

async function trigger(ctx: Context): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query<{ id: string }>({
      name: 'floor_job',
      text: 'insert into floor_jobs (spinner) values ($1) returning id',
      values: [ctx.path],
    })
    await client.query({
      name: 'floor_add_job',
      text: "select graphile_worker.add_job('floor', json_build_object('id', $1::text))",
      values: [rows[0]?.id],
    })
    await client.query('commit')
    ctx.status = 201
    ctx.body = { ok: true, jobId: rows[0]?.id }
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

const server = createServer((req, res) => void app.callback()(req, res))
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`{"msg":"listening","port":${(server.address() as AddressInfo).port}}\n`)
})
