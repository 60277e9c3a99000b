import type { Metrics } from '../../../ports/metrics.ts'
import { type Route, route } from '../route.ts'

const example = `# HELP spindle_http_requests_total Requests answered.
# TYPE spindle_http_requests_total counter
spindle_http_requests_total{method="POST",route="/api/v1/public/ingest",status="201"} 12000
`

export function metricsRoutes(metrics: Metrics): Route[] {
  return [
    route({
      method: 'GET',
      path: '/metrics',
      summary: 'Read the metrics',
      description:
        'Returns the metrics of the service in the Prometheus text format: counters of the processes that serve this port, and the work that is due for the runtime processes. While the database cannot be reached, the figures from it are missing.',
      tag: 'Operations',
      auth: { kind: 'none' },
      responses: {
        200: {
          description: 'The metrics in the Prometheus text format.',
          contentType: 'text/plain',
          example,
        },
      },
      errors: [],
      handle: async () => {
        const { contentType, text } = await metrics.exposition()
        return { status: 200, body: Buffer.from(text), headers: { 'Content-Type': contentType } }
      },
    }),
  ]
}
