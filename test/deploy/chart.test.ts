import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from '@jest/globals'
import { Ajv } from 'ajv'
import { parse } from 'yaml'
import {
  chartDigest,
  type Manifest,
  manifestsIn,
  renderedBy,
  renderings,
} from '../../scripts/generated/chart-text.ts'
import { faultsOf } from './kubernetes-schema.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const chart = 'deploy/helm/spindle'
const helm = helmHere()

interface Container {
  readonly name: string
  readonly env: readonly { readonly name: string; readonly value: string }[]
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

  it.each(Object.keys(renderings))('match their schema, and so do those of %s', (file) => {
    for (const path of renderings[file] ?? []) Object.assign(values, parse(read(path)))
    expect([fits(values), fits.errors]).toEqual([true, null])
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

describe.each(Object.entries(renderings))('deploy/kubernetes/%s', (file, values) => {
  const text = read(`deploy/kubernetes/${file}`)
  const manifests = manifestsIn(text)
  const workloads = manifests.filter(({ kind }) => kind === 'Deployment' || kind === 'Job') as Workload[]
  const containers = workloads.flatMap(({ spec }) => spec.template.spec.containers)

  it('is generated from the present chart (npm run chart)', () => {
    expect(text.split('\n')[1]).toBe(`# ${chartDigest(values)}`)
  })

  const itWithHelm = helm === null ? it.skip : it
  itWithHelm('is equal to the output of helm', () => {
    expect(renderedBy(helm ?? '', values)).toBe(text)
  })

  it('matches the API of Kubernetes', async () => {
    expect(await faultsOf(manifests)).toEqual([])
  }, 60_000)

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

it('the chart writes large numbers without an exponent', () => {
  const text = read('deploy/kubernetes/everything.yaml')
  expect(text).toContain('value: "10000000"')
})

it('the chart has the version of the service', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string }
  expect(parse(read(`${chart}/Chart.yaml`))).toMatchObject({ version, appVersion: version })
})

it.each([
  ['no error in a valid manifest', { ports: [{ port: 80 }] }, 0],
  ['a value of another type', { ports: [{ port: 'eighty' }] }, 2],
  ['an unknown field', { ports: [{ port: 80, prot: 'TCP' }] }, 1],
])(
  'the check of manifests finds %s',
  async (_, spec, faults) => {
    const service = { apiVersion: 'v1', kind: 'Service', metadata: { name: 'api' }, spec }
    expect(await faultsOf([service])).toHaveLength(faults)
  },
  60_000,
)

/**
 * Returns the path of the Helm program, or null if there is none. Helm is no dependency; without it, only the
 * digest shows whether the chart has changed.
 */
function helmHere(): string | null {
  const named = process.env['HELM'] ?? 'helm'
  try {
    execFileSync('sh', ['-c', 'command -v "$0"', named], { stdio: 'ignore' })
    return named
  } catch {
    return null
  }
}
