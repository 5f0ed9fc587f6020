import type { Delivery, DeliveryAttempt, Operation } from '@writ/sdk';
import { useDestinationNames } from '../../../data/names.ts';
import { useDelivery, useEvent } from '../../../data/writes/operation.ts';
import { useProject } from '../../../data/project.ts';
import { AttemptEnd, attemptStandings } from '../../../parts/deliveries/attempt-end.tsx';
import { Id } from '../../../parts/facts/id.tsx';
import type { Standing } from '../../../parts/facts/facts.tsx';
import { Problem } from '../../../parts/states/states.tsx';
import { Countdown, Time } from '../../../parts/time/time.tsx';
import { Facts, Moment } from '../../../parts/timeline/timeline.tsx';

type Given = { operation: Operation; sinceMs: number };

export function EventMoments({ operation, sinceMs }: Given) {
  const project = useProject();
  const { data: event, error, forbidden, isOver, refetch } = useEvent(project, operation);
  if (operation.metadata.mode === 'synchronous') return null;
  if (forbidden !== undefined)
    return (
      <Moment title="Its event is not shown" tone="off">
        <p>{forbidden}</p>
      </Moment>
    );
  if (error && !event)
    return (
      <Moment title="Its event could not be read" tone="bad">
        <Problem fault={error} onRetry={() => void refetch()} />
      </Moment>
    );
  if (event === undefined) return null;
  if (event === null)
    return isOver() ? (
      <Moment title="No event is on record" tone="off">
        <p>Events are kept for some days.</p>
      </Moment>
    ) : (
      <Moment title="Its event is on its way" tone="busy" />
    );
  return (
    <>
      <Moment
        title={`Event ${event.eventType}`}
        tone={event.reached ? 'good' : 'off'}
        at={event.createTime}
        sinceMs={sinceMs}
      >
        <Facts>
          <span>
            event <Id id={event.eventId} label="event id" place={['events', event.id]} />
          </span>
          {event.topics.length > 0 && <span>topics {event.topics.map(({ name }) => name).join(', ')}</span>}
        </Facts>
        {event.reason !== undefined && <p>{event.reason}</p>}
      </Moment>
      {event.deliveries.toReversed().map((delivery) => (
        <DeliveryMoment key={delivery.id} delivery={delivery} sinceMs={sinceMs} />
      ))}
    </>
  );
}

const statuses: Readonly<Record<Delivery['status'], Standing>> = {
  pending: { tone: 'busy', words: 'Being delivered' },
  delivered: { tone: 'good', words: 'Delivered' },
  failed: { tone: 'bad', words: 'Delivery failed' },
  held: { tone: 'waiting', words: 'Held: the destination is disabled' },
};

function DeliveryMoment({ delivery, sinceMs }: { delivery: Delivery; sinceMs: number }) {
  const project = useProject();
  const { data: whole, error } = useDelivery(project, delivery);
  const names = useDestinationNames(project);
  const { tone, words } = statuses[delivery.status];
  const isRetrying = delivery.stage === 'retrying';
  return (
    <Moment
      title={`${isRetrying ? 'Delivery failed, to be retried' : words}: ${names.get(delivery.destinationId) ?? 'a destination'}`}
      tone={isRetrying ? 'partial' : tone}
      at={delivery.createTime}
      sinceMs={sinceMs}
    >
      <Facts>
        <span>
          delivery <Id id={delivery.id} label="delivery id" place={['deliveries', delivery.id]} />
        </span>
        <span>
          destination{' '}
          <Id
            id={delivery.destinationId}
            label="destination id"
            place={['destinations', delivery.destinationId]}
          />
        </span>
      </Facts>
      {error && <Problem fault={error} />}
      <ol className="stack">
        {whole?.attempts.map((attempt, index) => (
          <DeliveryTry key={index} {...{ attempt, index }} />
        ))}
      </ol>
      {delivery.nextAttempt !== undefined && delivery.status === 'pending' && (
        <p>
          Next attempt in <Countdown at={delivery.nextAttempt} />.
        </p>
      )}
    </Moment>
  );
}

function DeliveryTry({ attempt, index }: { attempt: DeliveryAttempt; index: number }) {
  const { time, status } = attempt;
  const { tone, words } = attemptStandings[status];
  return (
    <li className="tight">
      <Facts>
        <span className="toned" data-tone={tone}>
          Attempt {attempt.attempt ?? index + 1} {words}
        </span>
        {time !== undefined && <Time at={time} />}
      </Facts>
      <AttemptEnd attempt={attempt} />
    </li>
  );
}
