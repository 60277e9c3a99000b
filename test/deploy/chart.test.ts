import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from '@jest/globals'
import { Ajv } from 'ajv'
import { parse, parseAllDocuments } from 'yaml'
import { runTool } from '../../scripts/run-tool.ts'
import { findHelm, renderChart } from '../../scripts/tools/helm.ts'
import { faultsOf, type Manifest } from './kubernetes-schema.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const chart = 'deploy/helm/spindle'
const everything = 'deploy/helm/examples/everything.yaml'
const helm = await findHelm()

/** The tests that need Helm. They are skipped on processors for which the npm packages contain none. */
const describeWithHelm = helm === null ? describe.skip : describe
const reason = helm === null ? ` (skipped: no Helm for ${process.arch}; set HELM to its path)` : ''
const render = (...options: string[]) => (helm === null ? '' : renderChart(helm, options))

interface Container {
  readonly name: string
  readonly env: readonly { readonly name: string; readonly value: string }[]
  readonly envFrom: readonly { readonly secretRef: { readonly name: string } }[]
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[]
  readonly securityContext: object
  readonly readinessProbe?: {
    readonly httpGet?: { readonly path: string }
    readonly exec?: { readonly command: readonly string[] }
  }
}
interface Workload extends Manifest {
  readonly spec: {
    readonly replicas?: number
    readonly template: {
      readonly spec: {
        readonly securityContext: object
        readonly terminationGracePeriodSeconds?: number
        readonly containers: readonly Container[]
      }
    }
  }
}

describe('the values of the Helm chart', () => {
  const fits = new Ajv({ strict: false }).compile(JSON.parse(read(`${chart}/values.schema.json`)))
  const values = parse(read(`${chart}/values.yaml`)) as Record<string, unknown>

  it.each([
    ['chart', {}],
    ['example', parse(read(everything)) as object],
  ])('match their schema, in the %s', (_, changed) => {
    expect([fits({ ...values, ...changed }), fits.errors]).toEqual([true, null])
  })

  it.each([
    ['an unknown setting', { replicas: 3 }],
    ['a secret among the settings', { settings: { SESSION_SECRET: 'x'.repeat(32) } }],
    ['a setting in lower case', { settings: { mailFrom: 'a@example.com' } }],
    ['an ingress without a host', { ingress: { enabled: true, host: '' } }],
    ['a migration that is stopped before its own time limit', { migrate: { deadlineSeconds: 60 } }],
  ])('are refused with %s', (_, wrong) => {
    expect(fits({ ...values, ...wrong })).toBe(false)
  })
})

describeWithHelm.each([
  ['its own values', []],
  ['the values of the example', ['-f', everything]],
])(`the chart rendered with %s${reason}`, (_, options) => {
  const manifests = manifestsIn(render(...options))
  const workloads = manifests.filter(({ kind }) => kind === 'Deployment' || kind === 'Job') as Workload[]
  const containers = workloads.flatMap(({ spec }) => spec.template.spec.containers)

  it('matches the API of Kubernetes', async () => {
    expect(await faultsOf(manifests)).toEqual([])
  })

  it('permits no process to write files or to gain privileges', () => {
    expect(containers.map(({ name }) => name).toSorted()).toEqual(['api', 'migrate', 'worker'])
    for (const { securityContext } of containers) {
      expect(securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
    }
    for (const { spec } of workloads)
      expect(spec.template.spec.securityContext).toMatchObject({ runAsNonRoot: true })
  })

  it('contains only settings of the service', () => {
    const known = new Set(
      [...read('.env.example').matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name),
    )
    const named = containers.flatMap(({ env }) => env.map(({ name }) => name))
    expect(named.filter((name) => name !== 'npm_config_cache' && !known.has(name))).toEqual([])
  })

  it('uses existing routes for the probes, and waits for active requests', () => {
    const health = read('src/adapters/http/operations/health-routes.ts')
    for (const { spec } of workloads.filter(({ kind }) => kind === 'Deployment')) {
      expect(spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(80)
      const [container] = spec.template.spec.containers
      const { httpGet, exec } = container?.readinessProbe ?? {}
      if (container?.name === 'api') expect(health).toContain(`'${httpGet?.path}'`)
      else expect(existsSync(join(root, exec?.command[1] ?? 'nowhere'))).toBe(true)
    }
  })
})

describeWithHelm(`npm run chart${reason}`, () => {
  const print = (...options: string[]) => runTool('node', ['scripts/print-chart.ts', ...options], 'pipe')

  it('prints the manifests, with large numbers without an exponent', () => {
    const { status, stdout, stderr } = print('-f', everything, '-n', 'outreach')
    expect([status, stderr]).toEqual([0, ''])
    expect(stdout).toBe(render('-f', everything, '-n', 'outreach'))
    expect(stdout).toContain('value: "10000000"')
  })

  it('gives the migration a direct connection to the database behind a pooler', () => {
    const manifests = manifestsIn(render('-f', everything))
    const podOf = (kind: string) => {
      const workload = manifests.find((manifest) => manifest.kind === kind) as Workload | undefined
      const [container] = workload?.spec.template.spec.containers ?? []
      const pooled = container?.env.filter(({ name }) => name === 'DATABASE_POOLED').map(({ value }) => value)
      return { pooled, secrets: container?.envFrom.map(({ secretRef }) => secretRef.name) }
    }
    expect(podOf('Job')).toEqual({ pooled: ['false'], secrets: ['spindle-production', 'spindle-migration'] })
    expect(podOf('Deployment')).toEqual({ pooled: ['true'], secrets: ['spindle-production'] })
  })

  it('refuses a pooler without a direct connection for the migration', () => {
    const { status, stderr } = print('-f', everything, '--set', 'migrate.secretName=')
    expect(status).toBe(1)
    expect(stderr).toContain(
      'Set migrate.secretName to a Secret whose DATABASE_URL is that of PostgreSQL itself.',
    )
  })

  it('refuses unknown values, with the error of Helm', () => {
    const { status, stdout, stderr } = print('--set', 'replicas=3')
    expect([status, stdout]).toEqual([1, ''])
    expect(stderr).toContain("additional properties 'replicas' not allowed")
  })
})

it('the chart has the version of the service', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string }
  expect(parse(read(`${chart}/Chart.yaml`))).toMatchObject({ version, appVersion: version })
})

it.each([
  ['no error in a valid manifest', { ports: [{ port: 80 }] }, 0],
  ['a value of another type', { ports: [{ port: 'eighty' }] }, 2],
  ['an unknown field', { ports: [{ port: 80, prot: 'TCP' }] }, 1],
])('the check of manifests finds %s', async (_, spec, faults) => {
  const service = { apiVersion: 'v1', kind: 'Service', metadata: { name: 'api' }, spec }
  expect(await faultsOf([service])).toHaveLength(faults)
})

function manifestsIn(text: string): Manifest[] {
  return parseAllDocuments(text)
    .map((document) => document.toJS() as Manifest | null)
    .filter((manifest) => manifest !== null)
}
