import { Container } from 'inversify'
import { Registry } from 'prom-client'
import { HttpPublicUrls } from '../adapters/http/public-urls.ts'
import { PrometheusMetrics } from '../adapters/metrics/prometheus-metrics.ts'
import { Argon2Passwords } from '../adapters/security/argon2-passwords.ts'
import { NodeSecrets } from '../adapters/security/node-secrets.ts'
import { JwtSessionTokens } from '../adapters/security/session-tokens.ts'
import { SignedUnsubscribeLinks } from '../adapters/security/signed-unsubscribe-links.ts'
import { SystemClock } from '../adapters/system/system-clock.ts'
import { UuidIds } from '../adapters/system/uuid-ids.ts'
import { LiquidTemplates } from '../adapters/templates/liquid-templates.ts'
import { AllowedPrivateHosts, UndiciWebhookChannel } from '../adapters/webhooks/undici-webhook-channel.ts'
import type { Config } from '../config.ts'
import { OfferedPlans } from '../domain/organization/plan.ts'
import { BacklogQueries } from '../ports/backlog-queries.ts'
import { Clock } from '../ports/clock.ts'
import { Connections } from '../ports/connections.ts'
import { Ids } from '../ports/ids.ts'
import { Metrics } from '../ports/metrics.ts'
import { Passwords } from '../ports/passwords.ts'
import { PublicUrls } from '../ports/public-urls.ts'
import { Secrets } from '../ports/secrets.ts'
import { SessionTokens } from '../ports/session-tokens.ts'
import { Templates } from '../ports/templates.ts'
import { UnsubscribeLinks } from '../ports/unsubscribe-links.ts'
import { WebhookChannel } from '../ports/webhook-channel.ts'
import { WebhookSecrets } from '../ports/webhook-secrets.ts'
import { AdvanceJobOptions } from '../use-cases/advance-job.ts'
import { ClearEndedJobsOptions } from '../use-cases/clear-ended-jobs.ts'
import { SignUpOptions } from '../use-cases/sign-up.ts'
import { type Binding, provide, provideAs, provideValue } from './provide.ts'
import { useCases } from './use-cases.ts'

const system = [
  provideAs(Passwords, Argon2Passwords),
  provideAs(Clock, SystemClock),
  provideAs(Ids, UuidIds),
  provideAs(Templates, LiquidTemplates),
  provide(Registry),
  provideAs(Metrics, PrometheusMetrics, Registry, BacklogQueries, Connections),
]

const configured = (config: Config) => [
  provideValue(SessionTokens, new JwtSessionTokens(config.sessionSecret)),
  provideValue(UnsubscribeLinks, new SignedUnsubscribeLinks(config.publicApiUrl, config.sessionSecret)),
  provideValue(AllowedPrivateHosts, new AllowedPrivateHosts(config.allowedPrivateHosts)),
  provideAs(WebhookChannel, UndiciWebhookChannel, WebhookSecrets, AllowedPrivateHosts),
  provideValue(PublicUrls, new HttpPublicUrls(config.publicApiUrl)),
  provideValue(OfferedPlans, new OfferedPlans(config.plans)),
  provideValue(SignUpOptions, new SignUpOptions(config.defaultPlan)),
  provideValue(ClearEndedJobsOptions, new ClearEndedJobsOptions(config.retentionDays)),
  provideValue(Secrets, new NodeSecrets(config.sessionSecret)),
  provideValue(
    AdvanceJobOptions,
    new AdvanceJobOptions({
      sendConcurrency: config.sendConcurrency,
      leaseSeconds: 15,
    }),
  ),
]

/** The system, wired: the use cases over one set of adapters. A later binding takes an earlier one's place. */
export function createContainer(config: Config, ...adapters: readonly (readonly Binding[])[]): Container {
  const bindings = [...system, ...configured(config), ...useCases, ...adapters.flat()]
  const container = new Container()
  for (const { bind } of new Map(bindings.map((binding) => [binding.token, binding])).values())
    bind(container)
  return container
}
