// Made by write-node-members.ts with Node 24.
/** The exports of every module of Node, by name. */
export const NODE_MEMBERS: { readonly [module: string]: string } = {
  assert:
    'Assert AssertionError CallTracker deepEqual deepStrictEqual doesNotMatch doesNotReject doesNotThrow equal fail ifError match notDeepEqual notDeepStrictEqual notEqual notStrictEqual ok partialDeepStrictEqual rejects strict strictEqual throws',
  'assert/strict':
    'Assert AssertionError CallTracker deepEqual deepStrictEqual doesNotMatch doesNotReject doesNotThrow equal fail ifError match notDeepEqual notDeepStrictEqual notEqual notStrictEqual ok partialDeepStrictEqual rejects strict strictEqual throws',
  async_hooks:
    'AsyncLocalStorage AsyncResource asyncWrapProviders createHook executionAsyncId executionAsyncResource triggerAsyncId',
  buffer:
    'Blob Buffer File INSPECT_MAX_BYTES SlowBuffer atob btoa constants isAscii isUtf8 kMaxLength kStringMaxLength resolveObjectURL transcode',
  child_process: 'ChildProcess exec execFile execFileSync execSync fork spawn spawnSync',
  cluster:
    'SCHED_NONE SCHED_RR Worker disconnect fork isMaster isPrimary isWorker schedulingPolicy settings setupMaster setupPrimary workers',
  console:
    'Console assert clear context count countReset createTask debug dir dirxml error group groupCollapsed groupEnd info log profile profileEnd table time timeEnd timeLog timeStamp trace warn',
  constants:
    'COPYFILE_EXCL COPYFILE_FICLONE COPYFILE_FICLONE_FORCE DH_CHECK_P_NOT_PRIME DH_CHECK_P_NOT_SAFE_PRIME DH_NOT_SUITABLE_GENERATOR DH_UNABLE_TO_CHECK_GENERATOR E2BIG EACCES EADDRINUSE EADDRNOTAVAIL EAFNOSUPPORT EAGAIN EALREADY EBADF EBADMSG EBUSY ECANCELED ECHILD ECONNABORTED ECONNREFUSED ECONNRESET EDEADLK EDESTADDRREQ EDOM EDQUOT EEXIST EFAULT EFBIG EHOSTUNREACH EIDRM EILSEQ EINPROGRESS EINTR EINVAL EIO EISCONN EISDIR ELOOP EMFILE EMLINK EMSGSIZE EMULTIHOP ENAMETOOLONG ENETDOWN ENETRESET ENETUNREACH ENFILE ENGINE_METHOD_ALL ENGINE_METHOD_CIPHERS ENGINE_METHOD_DH ENGINE_METHOD_DIGESTS ENGINE_METHOD_DSA ENGINE_METHOD_EC ENGINE_METHOD_NONE ENGINE_METHOD_PKEY_ASN1_METHS ENGINE_METHOD_PKEY_METHS ENGINE_METHOD_RAND ENGINE_METHOD_RSA ENOBUFS ENODATA ENODEV ENOENT ENOEXEC ENOLCK ENOLINK ENOMEM ENOMSG ENOPROTOOPT ENOSPC ENOSR ENOSTR ENOSYS ENOTCONN ENOTDIR ENOTEMPTY ENOTSOCK ENOTSUP ENOTTY ENXIO EOPNOTSUPP EOVERFLOW EPERM EPIPE EPROTO EPROTONOSUPPORT EPROTOTYPE ERANGE EROFS ESPIPE ESRCH ESTALE ETIME ETIMEDOUT ETXTBSY EWOULDBLOCK EXDEV F_OK OPENSSL_VERSION_NUMBER O_APPEND O_CREAT O_DIRECT O_DIRECTORY O_DSYNC O_EXCL O_NOATIME O_NOCTTY O_NOFOLLOW O_NONBLOCK O_RDONLY O_RDWR O_SYNC O_TRUNC O_WRONLY POINT_CONVERSION_COMPRESSED POINT_CONVERSION_HYBRID POINT_CONVERSION_UNCOMPRESSED PRIORITY_ABOVE_NORMAL PRIORITY_BELOW_NORMAL PRIORITY_HIGH PRIORITY_HIGHEST PRIORITY_LOW PRIORITY_NORMAL RSA_NO_PADDING RSA_PKCS1_OAEP_PADDING RSA_PKCS1_PADDING RSA_PKCS1_PSS_PADDING RSA_PSS_SALTLEN_AUTO RSA_PSS_SALTLEN_DIGEST RSA_PSS_SALTLEN_MAX_SIGN RSA_SSLV23_PADDING RSA_X931_PADDING RTLD_DEEPBIND RTLD_GLOBAL RTLD_LAZY RTLD_LOCAL RTLD_NOW R_OK SIGABRT SIGALRM SIGBUS SIGCHLD SIGCONT SIGFPE SIGHUP SIGILL SIGINT SIGIO SIGIOT SIGKILL SIGPIPE SIGPOLL SIGPROF SIGPWR SIGQUIT SIGSEGV SIGSTKFLT SIGSTOP SIGSYS SIGTERM SIGTRAP SIGTSTP SIGTTIN SIGTTOU SIGURG SIGUSR1 SIGUSR2 SIGVTALRM SIGWINCH SIGXCPU SIGXFSZ SSL_OP_ALL SSL_OP_ALLOW_NO_DHE_KEX SSL_OP_ALLOW_UNSAFE_LEGACY_RENEGOTIATION SSL_OP_CIPHER_SERVER_PREFERENCE SSL_OP_CISCO_ANYCONNECT SSL_OP_COOKIE_EXCHANGE SSL_OP_CRYPTOPRO_TLSEXT_BUG SSL_OP_DONT_INSERT_EMPTY_FRAGMENTS SSL_OP_LEGACY_SERVER_CONNECT SSL_OP_NO_COMPRESSION SSL_OP_NO_ENCRYPT_THEN_MAC SSL_OP_NO_QUERY_MTU SSL_OP_NO_RENEGOTIATION SSL_OP_NO_SESSION_RESUMPTION_ON_RENEGOTIATION SSL_OP_NO_SSLv2 SSL_OP_NO_SSLv3 SSL_OP_NO_TICKET SSL_OP_NO_TLSv1 SSL_OP_NO_TLSv1_1 SSL_OP_NO_TLSv1_2 SSL_OP_NO_TLSv1_3 SSL_OP_PRIORITIZE_CHACHA SSL_OP_TLS_ROLLBACK_BUG S_IFBLK S_IFCHR S_IFDIR S_IFIFO S_IFLNK S_IFMT S_IFREG S_IFSOCK S_IRGRP S_IROTH S_IRUSR S_IRWXG S_IRWXO S_IRWXU S_IWGRP S_IWOTH S_IWUSR S_IXGRP S_IXOTH S_IXUSR TLS1_1_VERSION TLS1_2_VERSION TLS1_3_VERSION TLS1_VERSION UV_DIRENT_BLOCK UV_DIRENT_CHAR UV_DIRENT_DIR UV_DIRENT_FIFO UV_DIRENT_FILE UV_DIRENT_LINK UV_DIRENT_SOCKET UV_DIRENT_UNKNOWN UV_FS_COPYFILE_EXCL UV_FS_COPYFILE_FICLONE UV_FS_COPYFILE_FICLONE_FORCE UV_FS_O_FILEMAP UV_FS_O_RANDOM UV_FS_O_SEQUENTIAL UV_FS_O_SHORT_LIVED UV_FS_O_TEMPORARY UV_FS_SYMLINK_DIR UV_FS_SYMLINK_JUNCTION W_OK X_OK defaultCoreCipherList',
  crypto:
    'Certificate Cipheriv Decipheriv DiffieHellman DiffieHellmanGroup ECDH Hash Hmac KeyObject Sign Verify X509Certificate argon2 argon2Sync checkPrime checkPrimeSync constants createCipheriv createDecipheriv createDiffieHellman createDiffieHellmanGroup createECDH createHash createHmac createPrivateKey createPublicKey createSecretKey createSign createVerify decapsulate diffieHellman encapsulate generateKey generateKeyPair generateKeyPairSync generateKeySync generatePrime generatePrimeSync getCipherInfo getCiphers getCurves getDiffieHellman getFips getHashes getRandomValues hash hkdf hkdfSync pbkdf2 pbkdf2Sync privateDecrypt privateEncrypt publicDecrypt publicEncrypt randomBytes randomFill randomFillSync randomInt randomUUID randomUUIDv7 scrypt scryptSync secureHeapUsed setEngine setFips sign subtle timingSafeEqual verify webcrypto',
  dgram: 'Socket createSocket',
  diagnostics_channel: 'Channel channel hasSubscribers subscribe tracingChannel unsubscribe',
  dns: 'ADDRCONFIG ADDRGETNETWORKPARAMS ALL BADFAMILY BADFLAGS BADHINTS BADNAME BADQUERY BADRESP BADSTR CANCELLED CONNREFUSED DESTRUCTION EOF FILE FORMERR LOADIPHLPAPI NODATA NOMEM NONAME NOTFOUND NOTIMP NOTINITIALIZED REFUSED Resolver SERVFAIL TIMEOUT V4MAPPED getDefaultResultOrder getServers lookup lookupService promises resolve resolve4 resolve6 resolveAny resolveCaa resolveCname resolveMx resolveNaptr resolveNs resolvePtr resolveSoa resolveSrv resolveTlsa resolveTxt reverse setDefaultResultOrder setServers',
  'dns/promises':
    'ADDRGETNETWORKPARAMS BADFAMILY BADFLAGS BADHINTS BADNAME BADQUERY BADRESP BADSTR CANCELLED CONNREFUSED DESTRUCTION EOF FILE FORMERR LOADIPHLPAPI NODATA NOMEM NONAME NOTFOUND NOTIMP NOTINITIALIZED REFUSED Resolver SERVFAIL TIMEOUT getDefaultResultOrder getServers lookup lookupService resolve resolve4 resolve6 resolveAny resolveCaa resolveCname resolveMx resolveNaptr resolveNs resolvePtr resolveSoa resolveSrv resolveTlsa resolveTxt reverse setDefaultResultOrder setServers',
  domain: 'Domain active create createDomain',
  events:
    'EventEmitter EventEmitterAsyncResource addAbortListener captureRejectionSymbol captureRejections defaultMaxListeners errorMonitor getEventListeners getMaxListeners init listenerCount on once setMaxListeners usingDomains',
  fs: 'Dir Dirent FileReadStream FileWriteStream ReadStream Stats Utf8Stream WriteStream access accessSync appendFile appendFileSync chmod chmodSync chown chownSync close closeSync constants copyFile copyFileSync cp cpSync createReadStream createWriteStream exists existsSync fchmod fchmodSync fchown fchownSync fdatasync fdatasyncSync fstat fstatSync fsync fsyncSync ftruncate ftruncateSync futimes futimesSync glob globSync lchmod lchmodSync lchown lchownSync link linkSync lstat lstatSync lutimes lutimesSync mkdir mkdirSync mkdtemp mkdtempDisposableSync mkdtempSync open openAsBlob openSync opendir opendirSync promises read readFile readFileSync readSync readdir readdirSync readlink readlinkSync readv readvSync realpath realpathSync rename renameSync rm rmSync rmdir rmdirSync stat statSync statfs statfsSync symlink symlinkSync truncate truncateSync unlink unlinkSync unwatchFile utimes utimesSync watch watchFile write writeFile writeFileSync writeSync writev writevSync',
  'fs/promises':
    'access appendFile chmod chown constants copyFile cp glob lchmod lchown link lstat lutimes mkdir mkdtemp mkdtempDisposable open opendir readFile readdir readlink realpath rename rm rmdir stat statfs symlink truncate unlink utimes watch writeFile',
  http: 'Agent ClientRequest CloseEvent IncomingMessage METHODS MessageEvent OutgoingMessage STATUS_CODES Server ServerResponse WebSocket createServer get globalAgent maxHeaderSize request setGlobalProxyFromEnv setMaxIdleHTTPParsers validateHeaderName validateHeaderValue',
  http2:
    'Http2ServerRequest Http2ServerResponse connect constants createSecureServer createServer getDefaultSettings getPackedSettings getUnpackedSettings performServerHandshake sensitiveHeaders',
  https: 'Agent Server createServer get globalAgent request',
  inspector: 'DOMStorage Network NetworkResources Session close console open url waitForDebugger',
  'inspector/promises':
    'DOMStorage Network NetworkResources Session close console open url waitForDebugger',
  module:
    'Module SourceMap builtinModules constants createRequire enableCompileCache findPackageJSON findSourceMap flushCompileCache getCompileCacheDir getSourceMapsSupport globalPaths isBuiltin register registerHooks runMain setSourceMapsSupport stripTypeScriptTypes syncBuiltinESMExports',
  net: 'BlockList BoundSocket Server Socket SocketAddress Stream connect createConnection createServer getDefaultAutoSelectFamily getDefaultAutoSelectFamilyAttemptTimeout isIP isIPv4 isIPv6 setDefaultAutoSelectFamily setDefaultAutoSelectFamilyAttemptTimeout',
  os: 'EOL arch availableParallelism constants cpus devNull endianness freemem getPriority homedir hostname loadavg machine networkInterfaces platform release setPriority tmpdir totalmem type uptime userInfo version',
  path: 'basename delimiter dirname extname format isAbsolute join matchesGlob normalize parse posix relative resolve sep toNamespacedPath win32',
  'path/posix':
    'basename delimiter dirname extname format isAbsolute join matchesGlob normalize parse posix relative resolve sep toNamespacedPath win32',
  'path/win32':
    'basename delimiter dirname extname format isAbsolute join matchesGlob normalize parse posix relative resolve sep toNamespacedPath win32',
  perf_hooks:
    'Performance PerformanceEntry PerformanceMark PerformanceMeasure PerformanceObserver PerformanceObserverEntryList PerformanceResourceTiming constants createHistogram eventLoopUtilization monitorEventLoopDelay performance timerify',
  process:
    'abort allowedNodeEnvironmentFlags arch argv argv0 availableMemory binding chdir config constrainedMemory cpuUsage cwd debugPort dlopen domain emitWarning env execArgv execPath execve exit exitCode features finalization getActiveResourcesInfo getBuiltinModule getegid geteuid getgid getgroups getuid hasUncaughtExceptionCaptureCallback hrtime initgroups kill loadEnvFile memoryUsage moduleLoadList nextTick noProcessWarnings openStdin pid platform ppid reallyExit ref release report resourceUsage setSourceMapsEnabled setUncaughtExceptionCaptureCallback setegid seteuid setgid setgroups setuid sourceMapsEnabled stderr stdin stdout threadCpuUsage title umask unref uptime version versions',
  punycode: 'decode encode toASCII toUnicode ucs2 version',
  querystring: 'decode encode escape parse stringify unescape unescapeBuffer',
  readline:
    'Interface clearLine clearScreenDown createInterface cursorTo emitKeypressEvents moveCursor promises',
  'readline/promises': 'Interface Readline createInterface',
  repl: 'REPLServer REPL_MODE_SLOPPY REPL_MODE_STRICT Recoverable isValidSyntax start writer',
  sea: 'getAsset getAssetAsBlob getAssetKeys getRawAsset isSea',
  sqlite: 'DatabaseSync Session StatementSync backup constants',
  stream:
    'Duplex PassThrough Readable Stream Transform Writable addAbortSignal compose destroy duplexPair finished getDefaultHighWaterMark isDestroyed isDisturbed isErrored isReadable isWritable pipeline promises setDefaultHighWaterMark',
  'stream/consumers': 'arrayBuffer blob buffer bytes json text',
  'stream/promises': 'finished pipeline',
  'stream/web':
    'ByteLengthQueuingStrategy CompressionStream CountQueuingStrategy DecompressionStream ReadableByteStreamController ReadableStream ReadableStreamBYOBReader ReadableStreamBYOBRequest ReadableStreamDefaultController ReadableStreamDefaultReader ReadableStreamTee TextDecoderStream TextEncoderStream TransformStream TransformStreamDefaultController WritableStream WritableStreamDefaultController WritableStreamDefaultWriter',
  string_decoder: 'StringDecoder',
  sys: 'MIMEParams MIMEType TextDecoder TextEncoder aborted callbackify convertProcessSignalToExitCode debug debuglog deprecate diff format formatWithOptions getCallSites getSystemErrorMap getSystemErrorMessage getSystemErrorName inherits inspect isArray isDeepStrictEqual parseArgs parseEnv promisify setTraceSigInt stripVTControlCharacters styleText toUSVString transferableAbortController transferableAbortSignal types',
  test: 'after afterEach assert before beforeEach describe expectFailure getTestContext it mock only run skip snapshot suite test todo',
  'test/reporters': 'dot junit lcov spec tap',
  timers: 'clearImmediate clearInterval clearTimeout promises setImmediate setInterval setTimeout',
  'timers/promises': 'scheduler setImmediate setInterval setTimeout',
  tls: 'CLIENT_RENEG_LIMIT CLIENT_RENEG_WINDOW DEFAULT_CIPHERS DEFAULT_ECDH_CURVE DEFAULT_MAX_VERSION DEFAULT_MIN_VERSION SecureContext Server TLSSocket checkServerIdentity connect convertALPNProtocols createSecureContext createServer getCACertificates getCertificateCompressionAlgorithms getCiphers rootCertificates setDefaultCACertificates',
  trace_events: 'createTracing getEnabledCategories',
  tty: 'ReadStream WriteStream isatty',
  url: 'URL URLPattern URLSearchParams Url domainToASCII domainToUnicode fileURLToPath fileURLToPathBuffer format parse pathToFileURL resolve resolveObject urlToHttpOptions',
  util: 'MIMEParams MIMEType TextDecoder TextEncoder aborted callbackify convertProcessSignalToExitCode debug debuglog deprecate diff format formatWithOptions getCallSites getSystemErrorMap getSystemErrorMessage getSystemErrorName inherits inspect isArray isDeepStrictEqual parseArgs parseEnv promisify setTraceSigInt stripVTControlCharacters styleText toUSVString transferableAbortController transferableAbortSignal types',
  'util/types':
    'isAnyArrayBuffer isArgumentsObject isArrayBuffer isArrayBufferView isAsyncFunction isBigInt64Array isBigIntObject isBigUint64Array isBooleanObject isBoxedPrimitive isCryptoKey isDataView isDate isExternal isFloat16Array isFloat32Array isFloat64Array isGeneratorFunction isGeneratorObject isInt16Array isInt32Array isInt8Array isKeyObject isMap isMapIterator isModuleNamespaceObject isNativeError isNumberObject isPromise isProxy isRegExp isSet isSetIterator isSharedArrayBuffer isStringObject isSymbolObject isTypedArray isUint16Array isUint32Array isUint8Array isUint8ClampedArray isWeakMap isWeakSet',
  v8: 'DefaultDeserializer DefaultSerializer Deserializer GCProfiler Serializer cachedDataVersionTag deserialize getCppHeapStatistics getHeapCodeStatistics getHeapSnapshot getHeapSpaceStatistics getHeapStatistics isStringOneByteRepresentation promiseHooks queryObjects serialize setFlagsFromString setHeapSnapshotNearHeapLimit startCpuProfile startupSnapshot stopCoverage takeCoverage writeHeapSnapshot',
  vm: 'Script compileFunction constants createContext createScript isContext measureMemory runInContext runInNewContext runInThisContext',
  wasi: 'WASI',
  worker_threads:
    'BroadcastChannel MessageChannel MessagePort SHARE_ENV Worker getEnvironmentData isInternalThread isMainThread isMarkedAsUntransferable locks markAsUncloneable markAsUntransferable moveMessagePortToContext parentPort postMessageToThread receiveMessageOnPort resourceLimits setEnvironmentData threadId threadName workerData',
  zlib: 'BrotliCompress BrotliDecompress Deflate DeflateRaw Gunzip Gzip Inflate InflateRaw Unzip ZstdCompress ZstdDecompress brotliCompress brotliCompressSync brotliDecompress brotliDecompressSync codes constants crc32 createBrotliCompress createBrotliDecompress createDeflate createDeflateRaw createGunzip createGzip createInflate createInflateRaw createUnzip createZstdCompress createZstdDecompress deflate deflateRaw deflateRawSync deflateSync gunzip gunzipSync gzip gzipSync inflate inflateRaw inflateRawSync inflateSync unzip unzipSync zstdCompress zstdCompressSync zstdDecompress zstdDecompressSync',
};
