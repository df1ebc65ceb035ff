package VowModule;

# Promise modules in Perl: copy this file next to yours, declare attributes, call serve.
#
#   VowModule->new(
#       name => 'motd', version => '1.0', summary => 'keeps the message of the day',
#       attributes => [text => {required => 1, summary => 'the message itself'}],
#       evaluate => sub {
#           my ($self, $promise) = @_;
#           my ($path, $wanted) = ($promise->{promiser}, "$promise->{attributes}{text}\n");
#           return $self->kept if -e $path && VowModule::read_file($path) eq $wanted;
#           return if $self->would("write '$path'", path => $path);
#           VowModule::write_file($path, $wanted) or return $self->not_kept("Cannot write '$path': $!");
#           $self->repaired("Wrote '$path'");
#       },
#   )->serve;
#
# Perl 5.14 or later and its core modules. It uses the JSON based variant of the module protocol v1 with its
# extensions describe, variables, changes, progress and parallel; protocol/README.md is the wire format. Texts are
# bytes, in UTF-8, as Perl reads them from files.
#
# This is one long file on purpose: a copy of it is the whole installation. In order: declarations, serve, the answer to a
# promise, the conversation and its checks, descriptions and JSON, the streams, reading and replacing files.

use strict;
use warnings;
use B ();
use Errno qw(EINVAL ELOOP ENOENT ENOLINK ESTALE);
use Fcntl qw(:DEFAULT :mode);
use IO::Handle ();
use JSON::PP ();

my @LOG_LEVELS = qw(critical error warning notice info verbose debug);
my %LEVEL = map { $LOG_LEVELS[$_] => $_ } 0 .. $#LOG_LEVELS;
my @CHANGE_FACTS = qw(action path before after diff kind object field); # all optional
my %RANK = (kept => 0, repaired => 1, not_kept => 2, error => 3);
my %TRUTH = (true => 1, yes => 1, on => 1, false => 0, no => 0, off => 0);
my %COMMON_ATTRIBUTES = map { $_ => 1 } qw(handle comment action_policy);
my %TYPE_NAMES = (
    string => 'a text',
    int => 'an integer',
    real => 'a number',
    bool => 'true or false',
    slist => 'a list of texts',
    body => 'a body',
);
my $READER = JSON::PP->new->utf8;
my $WRITER = JSON::PP->new->canonical->allow_nonref; # of bytes, as they are

# name, version, summary; promiser => {pattern, summary}; attributes => [NAME => {type, required, default, choices,
# pattern, secret, summary}, ...], where type is string, int, real, bool, slist, body or data; of a body also its own
# attributes and rules; rules => [{with, needs, excludes, summary}, ...]: if all attributes in `with` are promised, which may
# be none, one of `needs` must be, and none of `excludes` may be; a bool that is false counts as not promised; result_classes,
# examples => [...]; validate, evaluate, terminate => sub; action_policy => 0 if evaluate does not call would() before
# every change; parallel => 1 if several processes may evaluate at once.
sub new {
    my ($class, %settings) = @_;
    _check_words('module', \%settings, qw(name version summary promiser attributes rules result_classes examples validate
        evaluate terminate action_policy parallel));
    _check_words('promiser', $settings{promiser} || {}, qw(pattern summary));
    my $self = bless {
        version => '1.0', summary => '', promiser => {}, action_policy => 1, evaluate => sub { die "evaluate is missing\n" },
        %settings, level => $LEVEL{info}, _declared(@settings{qw(attributes rules)}),
    }, $class;
    return $self;
}

# The declarations of a module or of a body: attributes by name, their order, and the rules.
sub _declared {
    my ($attributes, $rules) = @_;
    my @pairs = @{$attributes || []};
    my (@order, %declared);
    while (my ($name, $attribute) = splice @pairs, 0, 2) {
        my $type = $attribute->{type} // 'string';
        _check_words("attribute '$name'", $attribute, qw(type required default choices pattern secret summary),
            $type eq 'body' ? qw(attributes rules) : ());
        _check_words("type of attribute '$name'", {$type => 1}, 'data', sort keys %TYPE_NAMES);
        push @order, $name;
        $declared{$name} = {type => 'string', %$attribute, _declared(@$attribute{qw(attributes rules)})};
    }
    for my $rule (@{$rules || []}) {
        _check_words('rule', $rule, qw(with needs excludes summary));
        _check_words('rule', {map { $_ => 1 } map { @{$rule->{$_} || []} } qw(with needs excludes)}, @order);
    }
    return (attributes => \%declared, order => \@order, rules => $rules || []);
}

# Dies if a module uses an unknown word.
sub _check_words {
    my ($what, $given, @known) = @_;
    for my $word (sort keys %$given) {
        die "$what: '$word' is not one of " . join(', ', @known) . "\n" unless grep { $_ eq $word } @known;
    }
}

# Runs the protocol for one or several modules until `terminate`. Output of modules and their child processes goes to
# standard error, and child processes cannot consume the agent's requests.
sub serve {
    my @modules = @_;
    open(my $requests, '<&', \*STDIN) or die "standard input: $!\n";
    open(my $replies, '>&', \*STDOUT) or die "standard output: $!\n";
    open(STDIN, '<', '/dev/null') && open(STDOUT, '>&', \*STDERR) or die "standard streams: $!\n";
    binmode $_ for $requests, $replies;
    $_->{replies} = $replies for @modules;
    my $first = $modules[0];
    (_line($requests) // '') =~ /^cf-agent \S+ v\d/
        or die "$first->{name} is a promise module, which an agent starts; to try it: vow module probe FILE\n";
    while (length(_line($requests) // '')) { }
    $first->_write(join(' ', $first->{name}, $first->{version}, 'v1 json_based', $first->_flags) . "\n\n");
    while (defined(my $line = _line($requests))) {
        next if $line eq '';
        my $request = _bytes($READER->decode($line));
        $first->_write(_object(_answer($request, @modules)) . "\n\n");
        last if $request->{operation} eq 'terminate';
    }
}

# The answer to a promise.

sub invalid { my ($self, $why) = @_; $self->log(error => $why); $self->{valid} = 0 }

sub kept {
    my ($self, $text) = @_;
    $self->log(verbose => $text) if defined $text;
    $self->_add_result('kept');
}

sub repaired {
    my ($self, $text) = @_;
    if ($self->{promise}{may_change}) {
        $self->log(info => $text);
        $self->_add_result('repaired');
    } else {
        $self->log(critical => "Changed something although only warning was promised: $text");
        $self->_add_result('error');
    }
    $self->_commit_change;
}

sub not_kept {
    my ($self, $text) = @_;
    $self->log(error => $text);
    $self->_add_result('not_kept');
    $self->{change} = undef;
}

# True if only a warning is promised, which it logs: return if $self->would("create file '/x'", path => '/x'). The facts
# of the change (@CHANGE_FACTS) go into the agent's reports; they must not contain secrets.
sub would {
    my ($self, $change, %facts) = @_;
    for my $name (sort keys %facts) {
        die "would takes no '$name', but: @CHANGE_FACTS\n" if !grep { $_ eq $name } @CHANGE_FACTS;
    }
    my $action = $facts{action};
    die "the action of a change is create, update or remove, not '$action'\n"
        if defined $action && $action !~ /\A(?:create|update|remove)\z/;
    $self->{change} = [what => $change, map { defined $facts{$_} ? ($_ => "$facts{$_}") : () } @CHANGE_FACTS];
    return 0 if $self->{promise}{may_change};
    my $only = $self->{promise}{action_policy} =~ /^(?:warn|nop)$/ ? ', but only warning promised' : '';
    $self->log(warning => "Should $change$only");
    $self->_add_result('not_kept');
    $self->_commit_change;
    return 1;
}

# Defines a class in the promising bundle.
sub result_class { my ($self, $name) = @_; push @{$self->{classes}}, $name =~ s/[^A-Za-z0-9_]/_/gr }

# Defines a variable: a text, a list of texts or data.
sub variable {
    my ($self, $name, $value) = @_;
    push @{$self->{variables}}, $name => ref $value ? \$WRITER->encode($value) : $value;
}

# Reports the progress of a long promise: 0 to 100, and a few words.
sub progress {
    my ($self, $percent, $text) = @_;
    return if ($ENV{VOW_PROGRESS} // '') ne '1';
    $percent = $percent < 0 ? 0 : $percent > 100 ? 100 : int $percent;
    $self->_write("progress=$percent " . $text =~ tr/\r\n\0/ /r . "\n");
}

# Errors to info are always sent, since the agent counts them; more verbose levels only on request.
sub log {
    my ($self, $level, $text) = @_;
    return if $LEVEL{$level} > $LEVEL{info} && $LEVEL{$level} > $self->{level};
    my @lines = split /\r?\n|\r\z/, $text =~ s/\0/\xef\xbf\xbd/gr;
    $self->_write(join '', map { "log_$level=$_\n" } @lines ? @lines : '');
}

# The conversation.

sub _answer {
    my ($request, @modules) = @_;
    my $operation = $request->{operation};
    my ($module) = ((grep { $_->{name} eq ($request->{promise_type} // '') } @modules), @modules);
    my $result = 'success';
    if ($operation eq 'describe') {
        return (operation => $operation, result => $result, description => _description(@modules));
    } elsif ($operation eq 'terminate') {
        for my $each (@modules) { $each->{terminate}->($each) if $each->{terminate} }
    } elsif ($operation eq 'validate_promise') {
        $result = $module->_validate($request);
    } elsif ($operation eq 'evaluate_promise') {
        return (operation => $operation, $module->_evaluate($request));
    } else {
        $module->log(critical => "Unknown operation '$operation'");
        $result = 'error';
    }
    return (operation => $operation, result => $result);
}

sub _validate {
    my ($self, $request) = @_;
    my $promise = $self->_begin($request);
    eval {
        $self->_check_declarations($promise);
        $self->{validate}->($self, $promise) if $self->{validate} && $self->{valid};
        1;
    } or $self->_fail($@);
    return $self->{result} // ($self->{valid} ? 'valid' : 'invalid');
}

sub _evaluate {
    my ($self, $request) = @_;
    my $promise = $self->_begin($request);
    eval {
        $self->_check_declarations($promise);
        $self->{evaluate}->($self, $promise);
        die "evaluate reported neither kept nor repaired nor not_kept\n" unless defined $self->{result};
        1;
    } or $self->_fail($@);
    my @reply = (result => $self->{result});
    push @reply, result_classes => $self->{classes} if @{$self->{classes}};
    push @reply, variables => \_object(@{$self->{variables}}) if @{$self->{variables}};
    push @reply, changes => \('[' . join(',', @{$self->{changes}}) . ']') if @{$self->{changes}};
    return @reply;
}

# A promise is a hash: type, promiser, attributes (as declared, defaults filled in), given (as sent), file, line,
# action_policy and may_change.
sub _begin {
    my ($self, $request) = @_;
    my $given = $request->{attributes} || {};
    my $action_policy = $given->{action_policy} // 'fix';
    $self->{level} = $LEVEL{$request->{log_level} // 'info'} // $LEVEL{info};
    @$self{qw(valid result change)} = (1, undef, undef);
    @$self{qw(classes variables changes)} = ([], [], []);
    return $self->{promise} = {
        type => $request->{promise_type}, promiser => $request->{promiser}, given => $given, attributes => {},
        file => $request->{filename} // '', line => $request->{line_number} // 0,
        action_policy => $action_policy, may_change => $action_policy eq 'fix',
    };
}

sub _check_declarations {
    my ($self, $promise) = @_;
    my $pattern = $self->{promiser}{pattern};
    $self->invalid("Promiser must match '$pattern', not '$promise->{promiser}'")
        if defined $pattern && $promise->{promiser} !~ /\A(?:$pattern)\z/;
    $promise->{attributes} = $self->_values($self, $promise->{given}, '');
}

# The values of the attributes of a module or of a body, converted and with defaults.
sub _values {
    my ($self, $declared, $given, $body) = @_;
    my $place = length $body ? " in '$body'" : '';
    my %values;
    for my $name (@{$declared->{order}}) {
        my $attribute = $declared->{attributes}{$name};
        if (!exists $given->{$name}) {
            $values{$name} = $attribute->{default};
            $self->invalid("Attribute '$name'$place is missing") if $attribute->{required};
            next;
        }
        my ($value, $fault) = _read($attribute, $given->{$name});
        $self->invalid("Attribute '$name'$place $fault") if defined $fault;
        $value = $self->_values($attribute, $value, $name) if @{$attribute->{order}} && defined $value;
        $values{$name} = $value;
    }
    for my $name (sort keys %$given) {
        $self->invalid("Unknown attribute '$name'$place")
            unless $declared->{attributes}{$name} || !length $body && $COMMON_ATTRIBUTES{$name};
    }
    my $is_promised = sub {
        my ($name) = @_;
        return 0 if !exists $given->{$name};
        my $truth = $declared->{attributes}{$name}{type} eq 'bool' ? _converted('bool', $given->{$name}) : undef;
        return !defined $truth || $truth;
    };
    for my $rule (@{$declared->{rules}}) {
        my $reason = length($rule->{summary} // '') ? ": $rule->{summary}" : '';
        $self->invalid("Attribute '$_->[0]'$place $_->[1]$reason") for _rule_faults($rule, $is_promised);
    }
    return \%values;
}

# Pairs of an attribute and a fault, in words that follow its name.
sub _rule_faults {
    my ($rule, $is_promised) = @_;
    my ($with, $needs, $excludes) = map { $rule->{$_} || [] } qw(with needs excludes);
    return if grep { !$is_promised->($_) } @$with;
    my $lacks = @$needs && !grep { $is_promised->($_) } @$needs;
    my ($first, @others) = @$with;
    if (!defined $first) {
        return if !$lacks;
        my ($missing, @instead) = @$needs;
        return [$missing, 'is missing'] if !@instead;
        my $last = pop @instead;
        return [$missing, 'is required unless ' . join(' or ', _quoted(@instead) || (), "'$last'") . ' is promised'];
    }
    my $condition = join '', map { "with '$_' " } @others;
    my @faults;
    push @faults, [$first, $condition . (@$needs == 1 ? 'needs ' : 'needs one of ') . _quoted(@$needs)] if $lacks;
    push @faults, map { [$first, "${condition}excludes '$_'"] } grep { $is_promised->($_) } @$excludes;
    return @faults;
}

sub _quoted { return join ', ', map { "'$_'" } @_ }

# The converted value; or nothing and the fault, in words that follow the attribute's name.
sub _read {
    my ($attribute, $given) = @_;
    my $value = _converted($attribute->{type}, $given);
    $given = $given ? 'true' : 'false' if JSON::PP::is_bool($given);
    my $instead = sub { ref $_[0] || !defined $_[0] || $attribute->{secret} ? '' : ", not '$_[0]'" };
    return (undef, "must be $TYPE_NAMES{$attribute->{type}}" . $instead->($given)) if !defined $value;
    for my $text ($attribute->{type} eq 'slist' ? @$given : ref $given ? () : $given) {
        my $choices = $attribute->{choices};
        return (undef, 'must be one of ' . _quoted(@$choices) . $instead->($text))
            if $choices && !grep { $_ eq $text } @$choices;
        my $pattern = $attribute->{pattern};
        return (undef, "must match '$pattern'" . $instead->($text)) if defined $pattern && $text !~ /\A(?:$pattern)\z/;
    }
    return $value;
}

# Returns nothing if the value does not have that type.
sub _converted {
    my ($type, $given) = @_;
    return $given if $type eq 'data';
    return ref $given eq 'HASH' ? $given : undef if $type eq 'body';
    return ref $given eq 'ARRAY' && !grep({ !_is_text($_) } @$given) ? $given : undef if $type eq 'slist';
    return _is_text($given) ? $given : undef if $type eq 'string';
    $given = $given ? 'true' : 'false' if JSON::PP::is_bool($given);
    return undef if ref $given || !defined $given;
    return $TRUTH{$given} if $type eq 'bool';
    return $given =~ /\A[+-]?[0-9]+\z/ ? 0 + $given : undef if $type eq 'int';
    return $given =~ /\A[+-]?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?\z/ ? 0 + $given : undef; # real
}

# Whether JSON had a text there, and not a number.
sub _is_text { return defined $_[0] && !ref $_[0] && B::svref_2object(\$_[0])->FLAGS & B::SVf_POK() }

sub _add_result {
    my ($self, $result) = @_;
    my $before = $self->{result};
    $self->{result} = $result if !defined $before || $RANK{$before} < $RANK{$result};
}

sub _commit_change {
    my ($self) = @_;
    push @{$self->{changes}}, _object(@{$self->{change}}) if $self->{change};
    $self->{change} = undef;
}

sub _fail {
    my ($self, $problem) = @_;
    $self->log(critical => "$problem" =~ s/\s+\z//r);
    $self->_add_result('error');
}

sub _flags {
    my ($self) = @_;
    return (($self->{action_policy} ? 'action_policy' : ()), qw(describe variables changes progress),
        ($self->{parallel} ? 'parallel' : ()));
}

sub _description {
    my @modules = @_;
    my @types = map { $_->{name} => \$_->_type_description } @modules;
    return \_object(_non_empty(summary => $modules[0]{summary}), promise_types => \_object(@types));
}

sub _type_description {
    my ($self) = @_;
    my $promiser = _object(_non_empty(map { $_ => $self->{promiser}{$_} } qw(summary pattern)));
    return _object(
        _non_empty(summary => $self->{summary}), ($promiser eq '{}' ? () : (promiser => \$promiser)),
        attributes => \_attributes_description($self), _rules_description($self),
        map { @{$self->{$_} || []} ? ($_ => $self->{$_}) : () } qw(result_classes examples));
}

sub _attributes_description {
    my ($declared) = @_;
    return _object(map { $_ => \_attribute_description($declared->{attributes}{$_}) } @{$declared->{order}});
}

sub _rules_description {
    my ($declared) = @_;
    my @rules = map {
        my $rule = $_;
        _object((map { @{$rule->{$_} || []} ? ($_ => $rule->{$_}) : () } qw(with needs excludes)),
            _non_empty(summary => $rule->{summary}));
    } @{$declared->{rules}};
    return @rules ? (rules => \('[' . join(',', @rules) . ']')) : ();
}

sub _attribute_description {
    my ($attribute) = @_;
    my ($type, $default) = @$attribute{qw(type default)};
    $default = $default ? 'true' : 'false' if defined $default && $type eq 'bool';
    return _object(
        type => $type, ($attribute->{required} ? (required => \'true') : ()),
        (defined $default ? (default => ref $default ? \$WRITER->encode($default) : $default) : ()),
        ($attribute->{choices} ? (enum => $attribute->{choices}) : ()), _non_empty(pattern => $attribute->{pattern}),
        ($attribute->{secret} ? (secret => \'true') : ()), _non_empty(summary => $attribute->{summary}),
        (@{$attribute->{order}} ? (attributes => \_attributes_description($attribute)) : ()), _rules_description($attribute));
}

# An object's JSON, its members in the order given: texts, lists of texts, and JSON as references to it.
sub _object {
    my @pairs = @_;
    my @members;
    while (my ($name, $value) = splice @pairs, 0, 2) {
        my $json = ref $value eq 'ARRAY' ? '[' . join(',', map { _text($_) } @$value) . ']' : ref $value ? $$value : _text($value);
        push @members, _text($name) . ':' . $json;
    }
    return '{' . join(',', @members) . '}';
}

sub _text {
    my ($text) = @_;
    $text =~ s/(["\\])/\\$1/g;
    $text =~ s/([\x00-\x1f])/{"\n" => '\n', "\r" => '\r', "\t" => '\t', "\f" => '\f', "\b" => '\b'}->{$1} \/\/ sprintf('\u%04x', ord $1)/ge;
    return "\"$text\"";
}

sub _non_empty { my %facts = @_; return map { length($facts{$_} // '') ? ($_ => $facts{$_}) : () } grep { exists $facts{$_} } qw(summary pattern) }

# Decoded JSON, with its texts as bytes.
sub _bytes {
    my ($value) = @_;
    if (ref $value eq 'HASH') { return {map { _bytes($_) => _bytes($value->{$_}) } keys %$value} }
    if (ref $value eq 'ARRAY') { return [map { _bytes($_) } @$value] }
    utf8::encode($value) if _is_text($value) && $value =~ /[^\x00-\x7f]/;
    return $value;
}

sub _line {
    my ($requests) = @_;
    my $line = <$requests>;
    $line =~ s/\r?\n\z// if defined $line;
    return $line;
}

sub _write {
    my ($self, $text) = @_;
    utf8::encode($text) if utf8::is_utf8($text);
    while (length $text) {
        my $written = syswrite($self->{replies}, $text);
        die "standard output: $!\n" unless defined $written;
        substr($text, 0, $written) = '';
    }
}

# ---- Files, for modules that run as root in folders of other users. Both functions return undef after a failure, with
# the error in $!. A link on the path is followed only if root or the running user owns it, or if it has the owner and
# group of its target; another is ENOLINK.

# The bytes of a regular file.
sub read_file {
    my ($path) = @_;
    my ($folder, $name) = _place('.', $path, 40) or return;
    sysopen(my $file, _entry($folder, $name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK) or return;
    if (!-f $file) { $! = EINVAL; return }
    local $/;
    return scalar(<$file>) // '';
}

# Replaces the bytes of a file at once, and keeps its owner and mode, or creates it with $mode.
sub write_file {
    my ($path, $bytes, $mode) = @_;
    my ($folder, $name) = _place('.', $path, 40) or return;
    my $fresh = _entry($folder, sprintf('.vow-%d-%08x', $$, rand 0xffffffff));
    sysopen(my $file, $fresh, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0600) or return;
    my $entry = _entry($folder, $name);
    my @old = lstat $entry;
    my $done = (!@old || S_ISREG($old[2]) || do { $! = EINVAL; 0 })
        && print({$file} $bytes) && $file->flush
        && (!@old || chown($old[4], $old[5], $file) && _copy_access_list($entry, $file))
        && chmod(@old ? S_IMODE($old[2]) : $mode // 0600, $file)
        && (!@old || $file->sync) && close($file) && rename($fresh, $entry);
    return 1 if $done;
    my $error = $!;
    unlink $fresh;
    $! = $error;
    return;
}

# If the system has such lists.
sub _copy_access_list {
    my ($entry, $file) = @_;
    my $own = "/proc/$$/fd/";
    my @options = ('-P', '--attributes-only', '--preserve=mode,ownership');
    system 'cp', @options, $entry =~ s{^/proc/self/fd/}{$own}r, $own . fileno $file;
    return 1;
}

sub _entry { my ($folder, $name) = @_; return '/proc/self/fd/' . fileno($folder) . "/$name" }

# The folder of a path, open, and a name in it that is not a link, or not a name of anything.
sub _place {
    my ($base, $path, $links) = @_;
    my ($above, $name) = $path =~ m{^(.*/)?([^/]*)$}s;
    my $folder = _folder($base, $above // '', $links) or return;
    my @status = lstat _entry($folder, $name);
    return ($folder, $name) if !@status || !S_ISLNK($status[2]);
    my $text = _link_text(_entry($folder, $name), \@status, $links) // return;
    my ($next, $target) = _place('/proc/self/fd/' . fileno($folder), $text, $links - 1) or return;
    _may_follow(\@status, [lstat _entry($next, $target)]) or return;
    return ($next, $target);
}

# Opens a folder, name by name, from the folder $base.
sub _folder {
    my ($base, $path, $links) = @_;
    sysopen(my $folder, ($path =~ m{^/} ? "/" : "$base/."), O_RDONLY | O_DIRECTORY) or return;
    for my $name (grep { length } split m{/}, $path) {
        my $entry = _entry($folder, $name);
        my @status = lstat $entry or return;
        my $next;
        if (S_ISLNK($status[2])) {
            my $text = _link_text($entry, \@status, $links) // return;
            $next = _folder('/proc/self/fd/' . fileno($folder), $text, $links - 1) or return;
            _may_follow(\@status, [stat $next]) or return;
        } else {
            sysopen($next, $entry, O_RDONLY | O_DIRECTORY | O_NOFOLLOW) or return;
        }
        $folder = $next;
    }
    return $folder;
}

# The text of the link that the status describes.
sub _link_text {
    my ($entry, $status, $links) = @_;
    if ($links == 0) { $! = ELOOP; return }
    my $text = readlink $entry;
    my @now = lstat $entry or return;
    if ($now[1] != $status->[1]) { $! = ESTALE; return }
    return $text;
}

sub _may_follow {
    my ($link, $target) = @_;
    return 1 if $link->[4] == 0 || $link->[4] == $>;
    return 1 if @$target && $link->[4] == $target->[4] && $link->[5] == $target->[5];
    $! = ENOLINK;
    return 0;
}

1;
