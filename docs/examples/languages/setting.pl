#!/usr/bin/env perl
# The promise type `setting`: the promiser is a file with the line KEY=VALUE, and no other for that key.
# Line based protocol; nothing but Perl itself is needed.
use strict;
use warnings;

$| = 1;

sub receive {
    my %message;
    while (defined(my $line = <STDIN>)) {
        chomp $line;
        return \%message if $line eq '';
        my ($key, $value) = split /=/, $line, 2;
        $message{$key} = $value;
    }
    return;
}

sub answer { my ($request, $result) = @_; print "operation=$request->{operation}\nresult=$result\n\n" }
sub say_at { my ($level, $text) = @_; print "log_$level=$text\n" }

sub validate {
    my ($request) = @_;
    for my $name (qw(key value)) {
        next if length($request->{"attribute_$name"} // '');
        say_at('error', "attribute '$name' is missing");
        return 'invalid';
    }
    return 'valid';
}

sub lines_of {
    my ($path) = @_;
    open(my $file, '<', $path) or return;
    my @lines = <$file>;
    chomp @lines;
    return @lines;
}

sub evaluate {
    my ($request) = @_;
    my ($path, $key, $value) = @$request{qw(promiser attribute_key attribute_value)};
    my @lines = lines_of($path);
    my @wanted = ((grep { !/^\Q$key\E=/ } @lines), "$key=$value");
    return 'kept' if join("\n", sort @lines) eq join("\n", sort @wanted);
    if (($request->{attribute_action_policy} // '') eq 'warn') {
        say_at('warning', "Should set '$key' in '$path', but only warning promised");
        return 'not_kept';
    }
    my $file;
    if (!open($file, '>', $path) || !print({$file} map { "$_\n" } @wanted) || !close($file)) {
        say_at('error', "cannot write '$path': $!");
        return 'not_kept';
    }
    say_at('info', "Set '$key' to '$value' in '$path'");
    return 'repaired';
}

receive(); # the agent's header
print "setting 1.0 v1 line_based action_policy\n\n";
while (my $request = receive()) {
    my $operation = $request->{operation};
    if ($operation eq 'validate_promise') { answer($request, validate($request)) }
    elsif ($operation eq 'evaluate_promise') { answer($request, evaluate($request)) }
    elsif ($operation eq 'terminate') { answer($request, 'success'); last }
}
