import { type TUnsafe, Type } from '@sinclair/typebox';
import {
  LIMITS,
  type Limit,
  type LimitName,
  type LimitOwner,
  type LimitSettings,
} from './limits.ts';
import { LIMIT_NAMES } from './resolve-limits.ts';

/** Limits that one extension or one MCP server has to itself. */
export function ownLimitsSchema<Owner extends LimitOwner>(owner: Owner, description: string) {
  const names = LIMIT_NAMES.filter((name): name is LimitOf<Owner> => isPer(LIMITS[name], owner));
  return limitsSchema(names, description);
}

/** The limits that an extension, or a server, can have to itself. */
type LimitOf<Owner extends LimitOwner> = {
  [Name in LimitName]: Owner extends (typeof LIMITS)[Name]['per'][number] ? Name : never;
}[LimitName];

function isPer({ per }: Limit, owner: LimitOwner): boolean {
  return per.includes(owner);
}

export function limitsSchema<Name extends LimitName>(
  names: readonly Name[],
  description: string,
): TUnsafe<Pick<LimitSettings, Name>> {
  const properties = names.map((name) => {
    const { ceiling, standard, about } = LIMITS[name];
    const bounds = { minimum: 1, maximum: ceiling, description: `${about} ${standard} if absent.` };
    return [name, Type.Optional(Type.Integer(bounds))] as const;
  });
  return Type.Unsafe(
    Type.Object(Object.fromEntries(properties), { additionalProperties: false, description }),
  );
}
