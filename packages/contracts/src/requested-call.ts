/**
 * One call as it is asked for, and all of it is hostile: a model wrote it. Its id is called `toolCallId`
 * at the seed's registry, `id` at a session, and `callId` from there on.
 */
export type RequestedCall<IdKey extends 'toolCallId' | 'id' | 'callId' = 'toolCallId'> = {
  readonly [Key in IdKey]: string;
} & {
  readonly name: string;
  readonly args: unknown;
};
